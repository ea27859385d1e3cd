import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import { PostureController } from "./posture_controller.ts";
import { readPostureConfiguration } from "./read_posture_configuration.ts";

/** The `RobotControllerFactory` of `Controller: posture`. Rejects with a `ControllerError` when the section `posture` does not fit. */
// deno-lint-ignore require-await -- so that a refusal rejects, and does not throw at the caller
export async function createPostureController(context: RobotControllerContext): Promise<RobotController> {
  return new PostureController(context, readPostureConfiguration(context));
}
