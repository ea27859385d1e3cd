import { DriverError } from "../core/driver_error.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { builtInDrivers, type DriverLoader } from "./built_in_drivers.ts";
import type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "./robot_driver.ts";

/** Finds drivers: those that are part of the program by their class name, modules by their path, and those in libraries by their class name. */
export class DriverRegistry {
  /** Names of those that are part of the program, in the order in which they were given. */
  readonly names: readonly string[];
  readonly #loaders: ReadonlyMap<string, DriverLoader>;

  /** `loaders`: drivers by class name; by default those that are part of the program. */
  constructor(loaders: Readonly<Record<string, DriverLoader>> = builtInDrivers) {
    this.#loaders = new Map(Object.entries(loaders));
    this.names = [...this.#loaders.keys()];
  }

  /**
   * Fetches the factory of a driver. `warn` gets what the user should know of other plugins. Rejects with a {@link DriverError} when there is none
   * of that name or it cannot be loaded.
   */
  async load(name: string, places: PluginPlaces, warn: (text: string) => void): Promise<RobotDriverFactory> {
    const loader = this.#loaders.get(name);
    try {
      if (loader !== undefined) return await loader();
      if (isModulePath(name)) {
        return await (await import("./module/load_driver_module.ts")).loadDriverModule(name);
      }
      const fault = classNameFault(name);
      if (fault !== "") throw new DriverError(name, `[PluginLoader] Cannot load plugin: '${name}' ${fault}`);
      const { loadNativeDriver } = await import("./native/load_native_driver.ts");
      return await loadNativeDriver(name, { installation: places.installation, builtIn: this.names, warn });
    } catch (cause) {
      if (cause instanceof DriverError) throw cause;
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new DriverError(name, `Cannot load plugin '${name}': ${why}`, { cause });
    }
  }

  /** Makes a driver. Rejects with a {@link DriverError} when there is none of that name, and with what its factory rejects with. */
  async create(name: string, context: RobotDriverContext, places: PluginPlaces): Promise<RobotDriver> {
    const factory = await this.load(name, places, (text) => context.log("warning", text));
    return await factory(context, places);
  }
}

/** Why a name cannot be one of a class; "" when it can. A class name never becomes a path. */
function classNameFault(name: string): string {
  if (name === "") return "is empty: wanted the class name of a driver";
  // deno-lint-ignore no-control-regex -- those are what is refused
  if (!/[/\\\x00-\x1f]/.test(name)) return "";
  return "is no class name: it has a slash or a control character; wanted a class name such as RobotDriverMock, or a module such as ./my_driver.js";
}
