import { nearestWord } from "../core/nearest_word.ts";
import { RunFailure } from "../core/run_failure.ts";
import { InterfaceTemplate } from "./interface_template.ts";
import type { RobotProxyFactory } from "./robot_proxy_factory.ts";

/** Finds manager-side proxies by the name in a robot's `interface` key. */
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

  /** The factory called `name`. Errors: {@link RunFailure} naming those there are. */
  find(name: string): RobotProxyFactory {
    const factory = this.#factories.get(name);
    if (factory !== undefined) return factory;
    const nearest = nearestWord(name, this.names);
    throw new RunFailure(
      `[RobotInterfaceFactory] finding the proxy: Robot interface type '${name}' is not supported; wanted one of ${
        this.names.join(", ")
      }` +
        (nearest === undefined ? "" : `, did you mean '${nearest}'?`),
    );
  }
}
