import { DriverError } from "../../core/driver_error.ts";
import { createFromModule } from "../../core/module/create_from_module.ts";
import type { WantedMethod } from "../../core/module/method_faults.ts";
import type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "../robot_driver.ts";
import { GuardedDriver } from "./guarded_driver.ts";
import type { RobotDriverModule } from "./robot_driver_module.ts";

const METHODS: readonly WantedMethod[] = [
  { name: "sync", does: "blocks until the robot has a new state" },
  { name: "readState", does: "fills in the state" },
  { name: "lastError", does: "gives the text of the last fault" },
];
const BY_MODE = {
  position: { name: "servoJ", does: "sends joint positions" },
  velocity: { name: "speedJ", does: "sends joint velocities" },
  torque: { name: "tauJ", does: "sends joint torques" },
} as const;

/**
 * The factory of a driver that is a module: the file at the absolute `path`, whose default export is a `RobotDriverModuleFactory`.
 *
 * The factory imports the file and calls that function, with a {@link GuardedDriver} around what it makes; it rejects with a `DriverError`,
 * and logs what it waits for.
 */
export function loadDriverModule(path: string): Promise<RobotDriverFactory> {
  return Promise.resolve((context) => createGuarded(path, context));
}

async function createGuarded(path: string, context: RobotDriverContext): Promise<RobotDriver> {
  try {
    const driver = await createFromModule({
      path,
      what: "driver",
      values: [context],
      methods: [METHODS[0], METHODS[1], BY_MODE[context.mode], METHODS[2]],
      onWait: (seconds) =>
        context.log("warning", `driver ${path} is not ready after ${seconds} s; it is waited for, Ctrl-C ends that`),
    });
    return new GuardedDriver(driver as RobotDriverModule, path);
  } catch (cause) {
    throw new DriverError(path, (cause as Error).message, { cause });
  }
}
