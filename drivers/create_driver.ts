import { DriverRegistry } from "./driver_registry.ts";
import type { RobotDriver, RobotDriverContext } from "./robot_driver.ts";

/** Makes the built-in driver of class `name`. Rejects with a `DriverError` whose text tells what is wrong, e.g. which names there are. */
export function createDriver(name: string, context: RobotDriverContext): Promise<RobotDriver> {
  return new DriverRegistry().create(name, context);
}
