import { DriverError } from "../core/driver_error.ts";
import { nearestWord } from "../core/nearest_word.ts";
import { builtInDrivers, type DriverLoader } from "./built_in_drivers.ts";
import type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "./robot_driver.ts";

/** Finds drivers by their class name. */
export class DriverRegistry {
  /** Names that can be found, in the order in which they were given. */
  readonly names: readonly string[];
  readonly #loaders: ReadonlyMap<string, DriverLoader>;

  /** `loaders`: drivers by class name; by default those that are part of the program. */
  constructor(loaders: Readonly<Record<string, DriverLoader>> = builtInDrivers) {
    this.#loaders = new Map(Object.entries(loaders));
    this.names = [...this.#loaders.keys()];
  }

  /** Fetches the factory of a driver. Rejects with a {@link DriverError} when there is none of that name or it cannot be loaded. */
  async load(name: string): Promise<RobotDriverFactory> {
    const loader = this.#loaders.get(name);
    if (loader === undefined) throw new DriverError(name, this.#notFound(name));
    try {
      return await loader();
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new DriverError(name, `Cannot load plugin '${name}': ${why}`, { cause });
    }
  }

  /** Makes a driver. Rejects with a {@link DriverError} when there is none of that name, and with what its factory rejects with. */
  async create(name: string, context: RobotDriverContext): Promise<RobotDriver> {
    const factory = await this.load(name);
    return await factory(context);
  }

  #notFound(name: string): string {
    const nearest = nearestWord(name, this.names);
    const advice = nearest === undefined
      ? "correct robot_interface.driver"
      : `did you mean '${nearest}'? Correct robot_interface.driver`;
    const available = this.names.map((each) => `\n  - ${each}`).join("");
    return `Plugin '${name}' not found: ${advice}\nAvailable plugins:${available}`;
  }
}
