import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import { HoldController } from "./hold_controller.ts";

/** The `RobotControllerFactory` of `Controller: hold`. It reads no section of the configuration. */
export function createHoldController(context: RobotControllerContext): Promise<RobotController> {
  return Promise.resolve(new HoldController(context));
}
