import type { PluginPlaces } from "../core/plugin_places.ts";
import { ControllerRegistry } from "./controller_registry.ts";
import type { RobotController, RobotControllerContext } from "./robot_controller.ts";

/**
 * Makes the controller `name`: a built-in one, or one that is found in `places`. Rejects with a `ControllerError` whose text tells what is wrong, e.g.
 * which names there are.
 */
export function createController(
  name: string,
  context: RobotControllerContext,
  places?: PluginPlaces,
): Promise<RobotController> {
  return new ControllerRegistry().create(name, context, places);
}
