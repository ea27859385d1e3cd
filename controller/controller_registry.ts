import { didYouMean } from "../core/did_you_mean.ts";
import { builtInControllers, type ControllerLoader } from "./built_in_controllers.ts";
import { ControllerError } from "./controller_error.ts";
import type { RobotController, RobotControllerContext, RobotControllerFactory } from "./robot_controller.ts";

/** Finds controllers by their name. */
export class ControllerRegistry {
  /** Names that can be found, in the order in which they were given. */
  readonly names: readonly string[];
  readonly #loaders: ReadonlyMap<string, ControllerLoader>;

  /** `loaders`: controllers by name; by default those that are part of the program. */
  constructor(loaders: Readonly<Record<string, ControllerLoader>> = builtInControllers) {
    this.#loaders = new Map(Object.entries(loaders));
    this.names = [...this.#loaders.keys()];
  }

  /** Fetches the factory of a controller. Rejects with a {@link ControllerError} when there is none or it cannot be loaded. */
  async load(name: string): Promise<RobotControllerFactory> {
    const loader = this.#loaders.get(name);
    if (loader === undefined) {
      const advice = didYouMean(name, this.names) ?? "correct the key 'Controller'";
      throw new ControllerError(
        name,
        `Cannot create the controller '${name}': there is none of that name; wanted one of ${
          this.names.join(", ")
        }; ${advice}`,
      );
    }
    try {
      return await loader();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new ControllerError(name, `Cannot load the controller '${name}': ${why}`, { cause });
    }
  }

  /** Makes a controller. Rejects with a {@link ControllerError} when there is none, and with what its factory rejects with. */
  async create(name: string, context: RobotControllerContext): Promise<RobotController> {
    const factory = await this.load(name);
    return await factory(context);
  }
}
