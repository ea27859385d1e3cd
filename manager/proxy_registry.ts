import { nearestWord } from "../core/nearest_word.ts";
import { RunFailure } from "../core/run_failure.ts";
import { isModulePath } from "../schemas/is_module_path.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import type { RobotProxyFactory } from "./robot_proxy_factory.ts";

/** Finds manager-side proxies by what is written in a robot's `interface` key: a name, or the absolute path of a module. */
export class ProxyRegistry {
  readonly #factories = new Map<string, RobotProxyFactory>([
    ["interface_template", (context) => new InterfaceTemplate(context)],
  ]);

  /** Adds a proxy, or replaces one. */
  register(name: string, factory: RobotProxyFactory): void {
    this.#factories.set(name, factory);
  }

  /** Names that can be found. */
  get names(): readonly string[] {
    return [...this.#factories.keys()];
  }

  /**
   * The factory called `name`, or that of the module at the path `name`, which is imported. Rejects with a {@link RunFailure} that names those
   * there are, or tells what is wrong with the module.
   */
  async find(name: string): Promise<RobotProxyFactory> {
    const factory = this.#factories.get(name);
    if (factory !== undefined) return factory;
    if (isModulePath(name)) return await (await import("./load_proxy_module.ts")).loadProxyModule(name);
    const nearest = nearestWord(name, this.names);
    throw new RunFailure(
      `[RobotInterfaceFactory] finding the proxy: Robot interface type '${name}' is not supported; wanted one of ${
        this.names.join(", ")
      }` +
        (nearest === undefined ? "" : `, did you mean '${nearest}'?`),
    );
  }
}
