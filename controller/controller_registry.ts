import { didYouMean } from "../core/did_you_mean.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { builtInControllers, type ControllerLoader } from "./built_in_controllers.ts";
import { ControllerError } from "./controller_error.ts";
import type { RobotController, RobotControllerContext, RobotControllerFactory } from "./robot_controller.ts";

/** Finds controllers: those that are part of the program by their name, modules by their path, and those in libraries by their name. */
export class ControllerRegistry {
  /** Names of those that are part of the program, in the order in which they were given. */
  readonly names: readonly string[];
  readonly #loaders: ReadonlyMap<string, ControllerLoader>;

  /** `loaders`: controllers by name; by default those that are part of the program. */
  constructor(loaders: Readonly<Record<string, ControllerLoader>> = builtInControllers) {
    this.#loaders = new Map(Object.entries(loaders));
    this.names = [...this.#loaders.keys()];
  }

  /**
   * Fetches the factory of a controller. Without `places` only those that are part of the program are found. Rejects with a {@link ControllerError}
   * when there is none of that name or it cannot be loaded.
   */
  async load(name: string, places?: PluginPlaces): Promise<RobotControllerFactory> {
    const loader = this.#loaders.get(name);
    if (loader === undefined) return await this.#loadOther(name, places);
    try {
      return await loader();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new ControllerError(name, `Cannot load the controller '${name}': ${why}`, { cause });
    }
  }

  /** Makes a controller. Rejects with a {@link ControllerError} when there is none, and with what its factory rejects with. */
  async create(name: string, context: RobotControllerContext, places?: PluginPlaces): Promise<RobotController> {
    const factory = await this.load(name, places);
    return await factory(context);
  }

  async #loadOther(name: string, places: PluginPlaces | undefined): Promise<RobotControllerFactory> {
    if (places === undefined) throw this.#notFound(name, "there is none of that name", this.names);
    if (isModulePath(name)) {
      return await (await import("./module/load_controller_module.ts")).loadControllerModule(name);
    }
    const native = await import("./native/mod.ts");
    const names = native.installedControllers(places.installation);
    const found = native.controllerLibraryPath(name, places.installation);
    if ("fault" in found) throw this.#notFound(name, `it ${found.fault}`, [...this.names, ...names]);
    if (names.includes(name)) return native.loadNativeController(name, found.path);
    const why = "cannot open shared object file: No such file or directory";
    throw this.#notFound(
      name,
      why,
      [...this.names, ...names],
      `Failed to load controller backend '${name}' from '${found.path}'`,
    );
  }

  #notFound(
    name: string,
    why: string,
    names: readonly string[],
    action = `Cannot create the controller '${name}'`,
  ): ControllerError {
    const advice = didYouMean(name, names) ?? "correct the key 'Controller'";
    return new ControllerError(name, `${action}: ${why}; wanted one of ${names.join(", ")}; ${advice}`);
  }
}
