import { dirname } from "node:path";
import { ConfigError } from "../core/config_error.ts";
import { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import type { InstallPrefix } from "../core/install_prefix.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { nearestWord } from "../core/nearest_word.ts";
import { quoted } from "../core/quoted.ts";
import { readRootMap } from "../core/read_root_map.ts";
import type { YamlMap } from "../core/yaml_node.ts";
import { loadRobotModule } from "../robots/load_robot_module.ts";
import { checkDriver } from "../schemas/check_driver.ts";
import { checkSection } from "../schemas/check_section.ts";
import { CONFIG_DEFAULTS } from "../schemas/config_defaults.ts";
import { configField as field } from "../schemas/config_field.ts";
import type { ConfigSupport } from "../schemas/config_support.ts";
import { CONTROLLER_SECTION } from "../schemas/controller_section.ts";
import { DEFAULT_CONFIG_SUPPORT } from "../schemas/default_config_support.ts";
import { DRIVER_SECTION } from "../schemas/driver_section.ts";
import { NETWORK_SECTION } from "../schemas/network_section.ts";
import { readPeriod } from "../schemas/read_period.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { robotNameFault } from "../schemas/robot_name_fault.ts";
import type { RobotsReader } from "./robots_reader.ts";
import type { ViewerConfig } from "./viewer_config.ts";
import { z } from "zod";

/** A file with one robot: made for the viewer, or that of an interface. */
const FILE_SECTION = field.section({
  name: z.unknown().optional(),
  module: field.text("a robot module", "the name of a robot module, or a file").optional(),
  controller: CONTROLLER_SECTION.optional(),
  network_interface: NETWORK_SECTION.optional(),
  robot_interface: DRIVER_SECTION,
  // Folders that the interface takes modules from; the user of the viewer names the file, and so the module, himself.
  module_path: z.unknown().optional(),
});

/** What {@link loadViewerConfig} is told. */
export interface LoadViewerConfigOptions {
  /** `-c`. */
  readonly file: string;
  /** `-n`. */
  readonly name?: string;
  /** Reads a robot of a manager's file. */
  readonly readRobot: RobotsReader;
  /** The installation of this program. */
  readonly installation: InstallPrefix;
  /** Abilities of the build, where they differ from `DEFAULT_CONFIG_SUPPORT`. */
  readonly support?: Partial<ConfigSupport>;
}

/**
 * Reads and checks the configuration of `uri viewer`: a file with `robot_interface` at its top, as of an interface, or else a manager's file
 * with `Robots`. Rejects with a `ConfigError` that holds everything wrong at once.
 */
export async function loadViewerConfig(options: LoadViewerConfigOptions): Promise<ViewerConfig> {
  const problems = new ConfigProblems();
  const root = await readRootMap(options.file, "a map with robot_interface, or with Robots", problems);
  const has = (key: string) => root.entries.some((entry) => entry.key === key);
  const config = has("robot_interface")
    ? await ofFile(root, options, problems)
    : has("Robots")
    ? await ofManager(root, options, problems)
    : noSection(root, options.file, problems);
  checkModule(root, config, { ...DEFAULT_CONFIG_SUPPORT, ...options.support }, problems);
  problems.throwIfAny();
  return config;
}

async function ofFile(
  root: YamlMap,
  options: LoadViewerConfigOptions,
  problems: ConfigProblems,
): Promise<ViewerConfig> {
  const { file } = options;
  const support = { ...DEFAULT_CONFIG_SUPPORT, ...options.support };
  const data = checkSection(FILE_SECTION, root, [], problems, { at: root.mark, ignoreMissing: true });
  const section = locateYaml(root, ["robot_interface"]);
  if (locateYaml(root, ["robot_interface", "driver"]).node === undefined && section.node?.kind === "map") {
    problems.add(
      section.keyMark,
      "robot_interface.driver",
      `'driver' key missing from config '${file}'; wanted the class name of a driver, e.g. RobotDriverMock`,
    );
  }
  const driverOptions = { isOnThisHost: true, ignoreMissing: true };
  const driver = await checkDriver(data.robot_interface ?? {}, root, root.mark, [], support, driverOptions, problems);
  const step = locateYaml(root, ["controller", "time_step"]).node;
  const periodNs = step === undefined ? undefined : readPeriod(step, ["controller", "time_step"], problems);
  const module = data.module === undefined ? undefined : await moduleOf(data.module, root, file, problems);
  return {
    file,
    robot: options.name ?? nameOf(root, problems),
    driver,
    ...(module === undefined ? {} : { module }),
    mode: data.controller?.mode ?? CONFIG_DEFAULTS.mode,
    periodNs: periodNs ?? CONFIG_DEFAULTS.timeStepNs,
    notes: [],
  };
}

async function ofManager(
  root: YamlMap,
  { file, name, readRobot, installation }: LoadViewerConfigOptions,
  problems: ConfigProblems,
): Promise<ViewerConfig> {
  const { node, mark, keyMark } = locateYaml(root, ["Robots"]);
  const names = node?.kind === "map" ? node.entries.map(({ key }) => key) : [];
  const refuse = (message: string, hint?: string) => {
    problems.add(names.length === 0 ? mark : keyMark, "Robots", message, { hint });
    throw problems.toError();
  };
  if (names.length === 0) refuse("has no robot; wanted a map of robot names, each with module and robot_interface");
  if (name === undefined && names.length > 1) {
    refuse(`'${file}' defines ${names.length} robots under 'Robots', select one with --name`, names.join(", "));
  }
  const robot = name ?? names[0];
  if (!names.includes(robot)) {
    refuse(
      `No robot named '${robot}' under 'Robots' in '${file}'; wanted one of ${names.join(", ")}`,
      didYouMean(robot, names),
    );
  }
  const read = await readRobot(root, file, robot, installation, problems);
  const { driver, module, mode, timeStepNs: periodNs = CONFIG_DEFAULTS.timeStepNs, notes } = read;
  return { file, robot, driver, ...(module === undefined ? {} : { module }), mode, periodNs, notes };
}

function noSection(root: YamlMap, file: string, problems: ConfigProblems): never {
  const slip = root.entries.find(({ key }) => nearestWord(key, ["robot_interface", "Robots"]) !== undefined);
  problems.add(
    slip?.keyMark ?? root.mark,
    slip?.key ?? "",
    `No 'robot_interface' section in '${file}' (expected at top level or under 'Robots')`,
    { hint: slip === undefined ? undefined : didYouMean(slip.key, ["robot_interface", "Robots"]) },
  );
  throw problems.toError();
}

async function moduleOf(
  module: string,
  root: YamlMap,
  file: string,
  problems: ConfigProblems,
): Promise<RobotModule | undefined> {
  const from = { mark: locateYaml(root, ["module"]).mark, path: "module" };
  try {
    return await loadRobotModule(module, dirname(file), { from });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.addAll(error.problems);
    return undefined;
  }
}

/** The drivers of this program simulate a robot, and must know which. */
function checkModule(
  root: YamlMap,
  { driver, module }: ViewerConfig,
  { builtInDrivers }: ConfigSupport,
  problems: ConfigProblems,
): void {
  const isNamed = locateYaml(root, ["module"]).node !== undefined;
  if (!problems.isEmpty || module !== undefined || isNamed || !builtInDrivers.includes(driver.driver)) return;
  problems.add(
    locateYaml(root, ["robot_interface", "driver"]).mark,
    "robot_interface.driver",
    `${
      quoted(driver.driver)
    } simulates a robot, and no robot module is named; wanted the key 'module' beside robot_interface`,
    { hint: "write for example 'module: UR5e'" },
  );
}

function nameOf(root: YamlMap, problems: ConfigProblems): string {
  const { node } = locateYaml(root, ["name"]);
  if (node === undefined) return "";
  // As it is written: `007` and `on` are names.
  if (node.kind !== "scalar") {
    problems.add(node.mark, "name", `is a ${node.kind}; wanted the name of the robot`);
    return "";
  }
  const fault = node.text === "" ? undefined : robotNameFault(node.text);
  if (fault !== undefined) problems.add(node.mark, "name", `the name ${quoted(node.text)} ${fault}`);
  return node.text;
}
