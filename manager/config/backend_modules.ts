import { existsSync } from "node:fs";
import { ControllerLibrary } from "../../controller/native/controller_library.ts";
import { controllerLibraryPath } from "../../controller/native/controller_library_path.ts";
import { ConfigProblems } from "../../core/config_problems.ts";
import type { InstallPrefix } from "../../core/install_prefix.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import { ProcessKeeper } from "../../core/process_keeper.ts";
import type { YamlNode } from "../../core/yaml_node.ts";
import { yamlToPlain } from "../../core/yaml_to_plain.ts";
import { isRobotModuleFile } from "../../robots/is_robot_module_file.ts";
import { readRobotModule } from "../../schemas/read_robot_module.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";

/** How long a controller is waited for without a word [s]. */
const PATIENCE_S = 5;

/** What happens around the questions of a {@link BackendModules}. */
export interface AskController {
  /** Called before code of the controller runs. */
  readonly onAsk?: () => void;
  /** Told every five seconds for how long the robot module `name` has been waited for [s]. */
  readonly onWait?: (name: string, waitedS: number) => void;
}

/** A module that a controller describes, or why it cannot; `undefined`: it knows none of that name. */
export type BackendModule = { readonly module: RobotModule } | { readonly fault: string } | undefined;

/**
 * Robot modules that an installed controller knows by their name, as mc_rtc does. Its library is opened when the first one is asked for, and only
 * when it can describe modules.
 */
export class BackendModules {
  readonly #controller: string;
  readonly #path: string | undefined;
  readonly #configuration: YamlNode;
  readonly #known = new Map<string, BackendModule>();
  readonly #how: AskController;
  #library: ControllerLibrary | { readonly fault: string } | undefined;

  /**
   * `controller`: its name, as under `Controller:`. One that is built in, a module or not there knows no robots. `configuration`: the whole file, which
   * it may want to see for its modules.
   */
  constructor(controller: string, installation: InstallPrefix, configuration: YamlNode, how: AskController = {}) {
    this.#how = how;
    const found = controllerLibraryPath(controller, installation);
    const isAsked = "path" in found && existsSync(found.path) && ControllerLibrary.describesModules(found.path);
    this.#controller = controller;
    this.#configuration = configuration;
    this.#path = isAsked ? found.path : undefined;
  }

  /** True when the controller is one that describes robot modules, and so was asked for every name. */
  get isAsked(): boolean {
    return this.#path !== undefined;
  }

  /** The module `name`, which is not a file. May take as long as the controller likes; this thread goes on. */
  async find(name: string): Promise<BackendModule> {
    if (this.#path === undefined || name === "" || isRobotModuleFile(name)) return undefined;
    if (!this.#known.has(name)) {
      this.#how.onAsk?.();
      const keeper = new ProcessKeeper();
      this.#known.set(name, await this.#askPatiently(name, this.#path));
      keeper.giveBack(); // told when the controller itself is made
    }
    return this.#known.get(name);
  }

  async #askPatiently(name: string, path: string): Promise<BackendModule> {
    let waitedS = 0;
    const timer = setInterval(() => this.#how.onWait?.(name, waitedS += PATIENCE_S), PATIENCE_S * 1000);
    try {
      return await this.#ask(name, path);
    } finally {
      clearInterval(timer);
    }
  }

  async #ask(name: string, path: string): Promise<BackendModule> {
    const library = this.#library ??= await open(this.#controller, path, this.#configuration);
    if ("fault" in library) return library;
    const described = await library.describe(name);
    if (described === undefined || "fault" in described) return described;
    const problems = new ConfigProblems();
    const root = parseYaml(described.text, `robot module '${name}'`, problems);
    const module = root === undefined ? undefined : readRobotModule(root, [], problems);
    if (module !== undefined && problems.isEmpty) return { module };
    return { fault: `its description is wrong: ${problems.isEmpty ? "it is empty" : problems.toError().message}` };
  }
}

async function open(
  controller: string,
  path: string,
  configuration: YamlNode,
): Promise<ControllerLibrary | { readonly fault: string }> {
  try {
    const library = ControllerLibrary.open(controller, path);
    const fault = await library.configureModules(yamlToPlain(configuration));
    return fault === "" ? library : { fault };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
