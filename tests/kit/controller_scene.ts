import { buildController } from "./build_controller.ts";
import { PluginPrefix } from "./plugin_prefix.ts";
import type { UriProcess } from "./uri_process.ts";
import type { BenchRobot, Workbench } from "./workbench.ts";

/** A test's installation with controllers in it, one mock robot, and `uri` that uses it: from source, or the executable, linked to where it finds it. */
export class ControllerScene {
  /** The robot's name, which no other test has. */
  readonly name: string;
  /** The installation. */
  readonly prefix: PluginPrefix;
  readonly #bench: Workbench;
  readonly #argv: readonly string[];
  readonly #flags: readonly string[];

  /** An installation without any controller. */
  constructor(bench: Workbench, hint = "controlled") {
    this.#bench = bench;
    this.name = bench.name(hint);
    this.prefix = new PluginPrefix(bench.folder);
    const isExecutable = bench.argv.length === 1;
    this.#argv = isExecutable ? this.prefix.executable()! : bench.argv;
    this.#flags = isExecutable ? [] : this.prefix.flags;
  }

  /** One with the controller `scripted`, compiled with these macros. */
  static async open(bench: Workbench, ...macros: string[]): Promise<ControllerScene> {
    const scene = new ControllerScene(bench, "scripted");
    scene.prefix.controller(await buildController.build("scripted.cpp", ...macros), "scripted");
    return scene;
  }

  /** Starts `uri interface` for the robot. */
  interface(robot: BenchRobot = {}): UriProcess {
    const config = this.#bench.interfaceConfig(this.name, robot);
    return this.uri(["interface", "-c", config, "--report", `${this.#bench.folder}/${this.name}.json`]);
  }

  /** Starts `uri manager` for the robot; `top`: other keys of its file, `Controller: scripted` when nothing else is said. */
  manager(top: Record<string, unknown> = {}, robot: BenchRobot = {}, ...more: string[]): UriProcess {
    const config = this.#bench.config({ [this.name]: robot }, { Controller: "scripted", ...top });
    return this.uri(["manager", "-c", config, "--report", `${this.#bench.folder}/manager.json`, ...more]);
  }

  /** Starts both. */
  pair(top: Record<string, unknown> = {}, robot: BenchRobot = {}, ...more: string[]) {
    return { robot: this.interface(robot), manager: this.manager(top, robot, ...more) };
  }

  /** Starts `uri` with this installation. */
  uri(args: readonly string[]): UriProcess {
    return this.#bench.start([...this.#argv, ...args, ...this.#flags]);
  }
}
