/** Drivers: the contract, how one is found by its name, and the built-in ones (each behind a `mod.ts` of its own). */
export { builtInDriverNames } from "./built_in_driver_names.ts";
export { builtInDrivers, type DriverLoader } from "./built_in_drivers.ts";
export { createDriver } from "./create_driver.ts";
export { DriverRegistry } from "./driver_registry.ts";
export type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "./robot_driver.ts";
