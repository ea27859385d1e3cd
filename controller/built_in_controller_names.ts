import { builtInControllers } from "./built_in_controllers.ts";

/** Names of the controllers that are part of the program, as they are written under `Controller:`. */
export const builtInControllerNames: readonly string[] = Object.keys(builtInControllers);
