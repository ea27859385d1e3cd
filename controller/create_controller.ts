import { ControllerRegistry } from "./controller_registry.ts";
import type { RobotController, RobotControllerContext } from "./robot_controller.ts";

/** Makes the built-in controller `name`. Rejects with a `ControllerError` whose text tells what is wrong, e.g. which names there are. */
export function createController(name: string, context: RobotControllerContext): Promise<RobotController> {
  return new ControllerRegistry().create(name, context);
}
