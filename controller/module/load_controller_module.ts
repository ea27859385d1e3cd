import { createFromModule } from "../../core/module/create_from_module.ts";
import type { WantedMethod } from "../../core/module/method_faults.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotController, RobotControllerContext, RobotControllerFactory } from "../robot_controller.ts";
import { GuardedController } from "./guarded_controller.ts";
import type { RobotControllerModule } from "./robot_controller_module.ts";

const METHODS: readonly WantedMethod[] = [
  { name: "setEncoderValues", does: "takes measured positions" },
  { name: "initializeRobot", does: "is told where a robot stands" },
  { name: "run", does: "computes one step" },
  { name: "command", does: "gives the command of a robot" },
  { name: "lastError", does: "gives the text of the last failure" },
  ...["start", "stop", "isRunning", "initializeRobots"].map((name) => ({ name })),
  ...["setEncoderVelocities", "setJointTorques", "setBodySensor", "setForceSensor"].map((name) => ({ name })),
];

/**
 * The factory of a controller that is a module: the file at the absolute `path`, whose default export is a
 * `RobotControllerModuleFactory`.
 *
 * The factory imports the file and calls that function, with a {@link GuardedController} around what it makes; it rejects with a
 * `ControllerError`.
 */
export function loadControllerModule(path: string): Promise<RobotControllerFactory> {
  return Promise.resolve((context) => createGuarded(path, context));
}

async function createGuarded(path: string, context: RobotControllerContext): Promise<RobotController> {
  try {
    const controller = await createFromModule({ path, what: "controller", values: [context], methods: METHODS });
    const joints = context.robots.map(({ module }) => module.joints.length);
    return new GuardedController(controller as RobotControllerModule, path, context.timeStepNs, joints);
  } catch (cause) {
    throw new ControllerError(path, (cause as Error).message, { cause });
  }
}
