import { join } from "node:path";
import { z } from "zod";
import { ConfigProblems } from "../core/config_problems.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { quoted } from "../core/quoted.ts";
import { readRootMap } from "../core/read_root_map.ts";
import type { YamlMap } from "../core/yaml_node.ts";
import { checkDriver } from "./check_driver.ts";
import { checkNetwork } from "./check_network.ts";
import { checkSection } from "./check_section.ts";
import { configField as field } from "./config_field.ts";
import type { ConfigSupport } from "./config_support.ts";
import { CONTROLLER_SECTION } from "./controller_section.ts";
import { DEFAULT_CONFIG_SUPPORT } from "./default_config_support.ts";
import { DRIVER_SECTION } from "./driver_section.ts";
import type { InterfaceConfig } from "./interface_config.ts";
import { NETWORK_SECTION } from "./network_section.ts";
import { readModulePath } from "./read_module_path.ts";
import { readPeriod } from "./read_period.ts";
import { robotNameFault } from "./robot_name_fault.ts";

const INTERFACE_SECTION = field.section({
  name: z.unknown().optional(),
  network_interface: NETWORK_SECTION.optional(),
  robot_interface: DRIVER_SECTION.optional(),
  controller: CONTROLLER_SECTION.optional(),
  module_path: z.unknown().optional(),
});

/** What {@link loadInterfaceConfig} is told by the command line. */
export interface LoadInterfaceConfigOptions {
  /** `-c`. */
  readonly file?: string;
  /** `-n`. */
  readonly name?: string;
  /** Where files are looked for when only a name is given. */
  readonly directory?: string;
  /** Abilities of the build, where they differ from `DEFAULT_CONFIG_SUPPORT`. */
  readonly support?: Partial<ConfigSupport>;
}

/**
 * Reads and checks the configuration of `uri interface`: the file of `-c`, or with `-n` alone the first of `<directory>/<name>.yaml`
 * and `<directory>/interface.yaml` that exists, or else the defaults. Rejects with a `ConfigError` that holds everything wrong at
 * once.
 */
export async function loadInterfaceConfig(options: LoadInterfaceConfigOptions): Promise<InterfaceConfig> {
  const { name, directory = "/etc/uri" } = options;
  const problems = new ConfigProblems();
  if (name !== undefined) {
    const fault = robotNameFault(name);
    const mark = { file: "--name", line: 0, column: 0 };
    if (fault !== undefined) problems.add(mark, "", `the name ${quoted(name)} ${fault}`, { value: name });
    problems.throwIfAny();
  }
  const candidates = name === undefined ? [] : [join(directory, `${name}.yaml`), join(directory, "interface.yaml")];
  const file = options.file ?? await firstExisting(candidates);
  const root = file === undefined
    ? noFile(candidates)
    : await readRootMap(file, "a map with name and network_interface", problems);
  return await checked(root, file, options, problems);
}

async function checked(
  root: YamlMap,
  file: string | undefined,
  options: LoadInterfaceConfigOptions,
  problems: ConfigProblems,
): Promise<InterfaceConfig> {
  const support = { ...DEFAULT_CONFIG_SUPPORT, ...options.support };
  const at = root.mark;
  // The driver arrives in the init query: a file need not name one.
  const data = checkSection(INTERFACE_SECTION, root, [], problems, { at, ignoreMissing: true });
  const name = options.name ?? nameOf(root, problems);
  const network = await checkNetwork(data.network_interface ?? {}, root, at, [], support, problems);
  const section = data.robot_interface;
  const driverOptions = { isOnThisHost: true, ignoreMissing: true };
  const driver = section === undefined
    ? undefined
    : await checkDriver(section, root, at, [], support, driverOptions, problems);
  const step = locateYaml(root, ["controller", "time_step"]).node;
  const timeStepNs = step === undefined ? undefined : readPeriod(step, ["controller", "time_step"], problems);
  const folders = locateYaml(root, ["module_path"]).node;
  const modulePath = folders === undefined ? [] : await readModulePath(folders, problems);
  problems.throwIfAny();
  return {
    ...(file === undefined ? {} : { file }),
    name,
    network,
    autostart: driver?.autostart ?? false,
    ...(modulePath.length === 0 ? {} : { modulePath }),
    ...(driver === undefined ? {} : { driver }),
    ...(data.controller?.mode === undefined ? {} : { mode: data.controller.mode }),
    ...(timeStepNs === undefined ? {} : { timeStepNs }),
  };
}

function nameOf(root: YamlMap, problems: ConfigProblems): string {
  const { node, mark } = locateYaml(root, ["name"]);
  if (node === undefined || (node.kind === "scalar" && node.text === "")) {
    problems.add(mark, "", "'name' must be provided via --name or in the config file");
    return "";
  }
  // As it is written: `007` and `on` are names.
  const name = node.kind === "scalar" ? node.text : "";
  const fault = node.kind === "scalar" ? robotNameFault(name) : undefined;
  if (node.kind !== "scalar") problems.add(mark, "name", `is a ${node.kind}; wanted the name of the robot`);
  else if (fault !== undefined) problems.add(mark, "name", `the name ${quoted(name)} ${fault}`, { value: name });
  return name;
}

async function firstExisting(files: readonly string[]): Promise<string | undefined> {
  for (const file of files) {
    try {
      await Deno.stat(file);
      return file;
    } catch (error) {
      // One that is there but cannot be looked at is taken, so that reading it tells why.
      if (!(error instanceof Deno.errors.NotFound)) return file;
    }
  }
  return undefined;
}

function noFile(candidates: readonly string[]): YamlMap {
  const file = candidates.length === 0 ? "no file" : `defaults (there is no ${candidates.join(" and no ")})`;
  return { kind: "map", mark: { file, line: 0, column: 0 }, entries: [] };
}
