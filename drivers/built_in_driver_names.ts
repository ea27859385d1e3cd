import { builtInDrivers } from "./built_in_drivers.ts";

/** Class names of the drivers that are part of the program, as they are written under `robot_interface.driver`. */
export const builtInDriverNames: readonly string[] = Object.keys(builtInDrivers);
