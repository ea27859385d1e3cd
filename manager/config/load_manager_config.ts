import { ConfigProblems } from "../../core/config_problems.ts";
import { type InstallPrefix, installPrefix } from "../../core/install_prefix.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { quoted } from "../../core/quoted.ts";
import { readRootMap } from "../../core/read_root_map.ts";
import type { YamlMap } from "../../core/yaml_node.ts";
import { yamlToPlain } from "../../core/yaml_to_plain.ts";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { CONFIG_DEFAULTS } from "../../schemas/config_defaults.ts";
import type { ConfigSupport } from "../../schemas/config_support.ts";
import { DEFAULT_CONFIG_SUPPORT } from "../../schemas/default_config_support.ts";
import { isModulePath } from "../../schemas/is_module_path.ts";
import type { ManagerConfig, RobotConfig } from "../../schemas/manager_config.ts";
import { readPeriod } from "../../schemas/read_period.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { usesZenoh } from "../../schemas/uses_zenoh.ts";
import { type AskController, BackendModules } from "./backend_modules.ts";
import { checkController } from "./check_controller.ts";
import { checkLibraryValues } from "./check_library_values.ts";
import { checkPosture } from "./check_posture.ts";
import { type CheckedRobot, checkRobot } from "./check_robot.ts";
import { checkRouter } from "./check_router.ts";
import { checkTiming } from "./check_timing.ts";
import { checkTopLevel } from "./check_top_level.ts";
import { loadRouterConfig } from "./load_router_config.ts";
import { resolveBases } from "./resolve_bases.ts";
import { robotInitEntry } from "./robot_init_entry.ts";

/** How {@link loadManagerConfig} reads. */
export interface LoadManagerConfigOptions {
  /** Abilities of the build, where they differ from `DEFAULT_CONFIG_SUPPORT`. */
  readonly support?: Partial<ConfigSupport>;
  /** Robot modules known by name; the built-in ones when not given. */
  readonly modules?: ReadonlyMap<string, RobotModule>;
  /** Installation whose router file is the default, and which holds controllers; that of this program when not given. */
  readonly installation?: InstallPrefix;
  /** What happens around the questions to a controller that describes robots. */
  readonly asking?: AskController;
}

/**
 * Reads and checks the configuration of `uri manager`. Rejects with a `ConfigError` that holds everything wrong at once, with file,
 * line, column, key path, value, what was wanted and the nearest word.
 */
export async function loadManagerConfig(file: string, options: LoadManagerConfigOptions = {}): Promise<ManagerConfig> {
  const problems = new ConfigProblems();
  const support = { ...DEFAULT_CONFIG_SUPPORT, ...options.support };
  const root = await readRootMap(file, "a map with the key Robots", problems);
  const meant = checkTopLevel(root, problems);
  const installation = options.installation ?? installPrefix();
  const controller = await checkController(root, { builtIn: support.controllers, installation, meant }, problems);
  if (!support.controllers.includes(controller) && !isModulePath(controller)) checkLibraryValues(root, problems);
  const step = locateYaml(root, ["Timestep"]).node;
  const timeStepNs = step === undefined ? CONFIG_DEFAULTS.timeStepNs : readPeriod(step, ["Timestep"], problems);
  const router = await checkRouter(root, problems);
  const robots: CheckedRobot[] = [];
  const notes: string[] = [];
  const modules = options.modules ?? BUILT_IN_ROBOT_MODULES;
  const backend = new BackendModules(controller, installation, root, options.asking);
  const context = { file, timeStepNs, support, modules, controller, backend, notes };
  for (const robot of resolveBases(robotsOf(root, meant, problems), problems)) {
    robots.push(await checkRobot(robot, context, problems));
  }
  const timing = checkTiming(timeStepNs, robots, problems);
  const posture = controller === "posture" && !meant.has("Posture")
    ? checkPosture(root, new Map(robots.map(({ name, module }) => [name, module])), problems)
    : undefined;
  problems.throwIfAny();
  return {
    file,
    controller,
    timeStepNs: timeStepNs!,
    tickNs: timing.tickNs,
    stepsPerRun: timing.stepsPerRun,
    ...(robots.some(({ network }) => usesZenoh(network.protocol))
      ? { zenohRouter: router ?? await loadRouterConfig(undefined, installation) }
      : {}),
    ...(posture === undefined ? {} : { posture }),
    raw: { ...yamlToPlain(root) as Record<string, unknown>, ...(posture === undefined ? {} : { posture }) },
    ...(notes.length === 0 ? {} : { notes }),
    robots: robots.map((robot, index) => complete(robot, timing.ticksPerCycle[index])),
  };
}

function robotsOf(root: YamlMap, meant: ReadonlySet<string>, problems: ConfigProblems): YamlMap["entries"] {
  const { node, mark } = locateYaml(root, ["Robots"]);
  const wanted = "wanted a map of robot names, each with module and robot_interface";
  if (node?.kind === "map" && node.entries.length > 0) return node.entries;
  if (node === undefined && meant.has("Robots")) return [];
  const what = node === undefined
    ? "is missing"
    : node.kind === "map" || (node.kind === "scalar" && node.text === "")
    ? "is empty"
    : node.kind === "list"
    ? "is a list"
    : `${quoted(node.text)} is not a map`;
  problems.add(mark, keyPath(["Robots"]), `${what}; ${wanted}`);
  return [];
}

function complete(checked: CheckedRobot, ticksPerCycle: number): RobotConfig {
  const { timeStepMark: _, module, timeStepNs, ...rest } = checked;
  const robot = { ...rest, module: module!, timeStepNs: timeStepNs! };
  return { ...robot, ticksPerCycle, entry: robotInitEntry(robot) };
}
