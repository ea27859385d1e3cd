import type { PluginPlaces } from "../core/plugin_places.ts";
import { DriverRegistry } from "./driver_registry.ts";
import type { RobotDriver, RobotDriverContext } from "./robot_driver.ts";

/** Makes the driver of class, or module, `name`. Rejects with a `DriverError` whose text tells what is wrong, e.g. which names there are. */
export function createDriver(name: string, context: RobotDriverContext, places: PluginPlaces): Promise<RobotDriver> {
  return new DriverRegistry().create(name, context, places);
}
