import { dirname } from "node:path";
import { z } from "zod";
import { ConfigError } from "../../core/config_error.ts";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { didYouMean } from "../../core/did_you_mean.ts";
import { keyPath } from "../../core/key_path.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { orList } from "../../core/or_list.ts";
import { quoted } from "../../core/quoted.ts";
import type { SourceMark } from "../../core/yaml_node.ts";
import { isRobotModuleFile } from "../../robots/is_robot_module_file.ts";
import { loadRobotModule } from "../../robots/load_robot_module.ts";
import { checkDriver } from "../../schemas/check_driver.ts";
import { checkNetwork } from "../../schemas/check_network.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { CONFIG_DEFAULTS } from "../../schemas/config_defaults.ts";
import { configField as field } from "../../schemas/config_field.ts";
import type { ConfigSupport } from "../../schemas/config_support.ts";
import { CONTROLLER_SECTION } from "../../schemas/controller_section.ts";
import { DRIVER_SECTION } from "../../schemas/driver_section.ts";
import { isModulePath } from "../../schemas/is_module_path.ts";
import type { RobotConfig } from "../../schemas/manager_config.ts";
import { NETWORK_SECTION } from "../../schemas/network_section.ts";
import { readPeriod } from "../../schemas/read_period.ts";
import type { NetworkConfig } from "../../schemas/network_config.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { robotNameFault } from "../../schemas/robot_name_fault.ts";
import type { BackendModules } from "./backend_modules.ts";
import type { ResolvedRobot } from "./resolve_bases.ts";

const MODULE_WANTED = "the name of a robot module, or a file";

const ROBOT_SECTION = field.section({
  module: z.union([
    field.text("a robot module", MODULE_WANTED),
    field.list(
      field.text("a part of a robot module", "the name of a robot module, then its parameters"),
      MODULE_WANTED,
      1,
    ),
  ]).meta({ what: "a robot module", wanted: MODULE_WANTED }),
  interface: field.text("a proxy", "the name of a manager-side proxy, or a module, e.g. ./my_proxy.js").optional(),
  // Resolved before; here so that a wrong key is told of it.
  base: z.unknown().optional(),
  controller: CONTROLLER_SECTION.optional(),
  network_interface: NETWORK_SECTION.optional(),
  robot_interface: DRIVER_SECTION,
});

/** What the check of one robot knows beside its entry. */
export interface CheckRobotContext {
  /** The configuration file. */
  readonly file: string;
  /** `Timestep` [ns], or `undefined` when it could not be read. */
  readonly timeStepNs: number | undefined;
  /** Abilities of this build. */
  readonly support: ConfigSupport;
  /** Robot modules known by name. */
  readonly modules: ReadonlyMap<string, RobotModule>;
  /** `Controller`. */
  readonly controller: string;
  /** Robot modules that the controller knows. */
  readonly backend: BackendModules;
  /** Gets what the user should know, and that is no problem. */
  readonly notes: string[];
}

/** A robot as far as it could be read; complete when no problem was noted. */
export interface CheckedRobot extends Omit<RobotConfig, "module" | "timeStepNs" | "entry" | "ticksPerCycle"> {
  /** `undefined` after a problem. */
  readonly module: RobotModule | undefined;
  /** `undefined` after a problem. */
  readonly timeStepNs: number | undefined;
  /** Where the robot's period is written, or its key. */
  readonly timeStepMark: SourceMark;
}

/** Checks one entry of `Robots:` and notes everything wrong with it, except how its period fits the others. */
export async function checkRobot(
  { entry, isWhole }: ResolvedRobot,
  context: CheckRobotContext,
  problems: ConfigProblems,
): Promise<CheckedRobot> {
  const { key: name, keyMark: at, value: root } = entry;
  const { support } = context;
  const path = ["Robots", name];
  const nameFault = robotNameFault(name);
  if (nameFault !== undefined) {
    problems.add(at, keyPath(path), `the name ${quoted(name)} ${nameFault}`, { value: name });
  }
  const data = checkSection(ROBOT_SECTION, root, path, problems, { at, ignoreMissing: !isWhole });
  const { module: written = "" } = data;
  // With parameters, as mc_rtc has it: only the controller may know what that is.
  const moduleName = typeof written === "string" ? written : `[${written.join(", ")}]`;
  const proxyMark = locateYaml(root, ["interface"], at).mark;
  const proxy = await checkProxy(data.interface, proxyMark, [...path, "interface"], support, problems);
  const step = locateYaml(root, ["controller", "time_step"], at);
  const timeStepNs = step.node === undefined
    ? context.timeStepNs
    : readPeriod(step.node, [...path, "controller", "time_step"], problems);
  const isReadable = isWhole && root.kind === "map";
  const given = await checkNetwork(data.network_interface ?? {}, root, at, path, support, problems, {
    ignoreMissing: !isReadable,
  });
  const timeout = locateYaml(root, ["network_interface", "connection_timeout_ms"], at);
  const network = timeout.node === undefined ? withDefaultTimeout(given, timeStepNs) : given;
  const isAutostarted = data.robot_interface?.autostart === true;
  const options = {
    isOnThisHost: isAutostarted || network.protocol === "shm",
    mayModuleBeElsewhere: !isAutostarted,
    ignoreMissing: !isReadable || data.robot_interface === undefined,
  };
  const driver = await checkDriver(data.robot_interface ?? {}, root, at, path, support, options, problems);
  if (timeStepNs !== undefined && network.connectionTimeoutMs * 1e6 < 2 * timeStepNs) {
    const least = Math.ceil(2 * timeStepNs / 1e6);
    const message = `connection_timeout_ms ${network.connectionTimeoutMs} is shorter than two periods ` +
      `of ${timeStepNs / 1e6} ms; wanted at least ${least}`;
    problems.add(timeout.mark, keyPath([...path, "network_interface", "connection_timeout_ms"]), message);
  }
  return {
    name,
    module: moduleName === "" ? undefined : await moduleOf(moduleName, entry.value, path, context, problems),
    moduleName,
    interface: proxy,
    mode: data.controller?.mode ?? CONFIG_DEFAULTS.mode,
    timeStepNs,
    timeStepMark: step.node === undefined ? at : step.mark,
    network,
    driver,
  };
}

/** The name of a built-in proxy, or the absolute path of a module: proxies run in the manager, and so on this host. */
async function checkProxy(
  proxy: string = CONFIG_DEFAULTS.proxy,
  mark: SourceMark,
  path: readonly string[],
  { proxies }: ConfigSupport,
  problems: ConfigProblems,
): Promise<string> {
  if (isModulePath(proxy)) return await checkPath(proxy, "file", mark, path, problems);
  if (!proxies.includes(proxy)) {
    const message = `${quoted(proxy)} is not a proxy; wanted ${orList(proxies)}, or a module, e.g. ./my_proxy.js`;
    problems.add(mark, keyPath(path), message, { value: proxy, hint: didYouMean(proxy, proxies) });
  }
  return proxy;
}

/** The specified default is meant for robots of 30 Hz and faster; a slower one is given three periods. */
function withDefaultTimeout(network: NetworkConfig, timeStepNs: number | undefined): NetworkConfig {
  const connectionTimeoutMs = Math.max(network.connectionTimeoutMs, Math.ceil(3 * (timeStepNs ?? 0) / 1e6));
  return { ...network, connectionTimeoutMs };
}

async function moduleOf(
  moduleName: string,
  root: ResolvedRobot["entry"]["value"],
  path: readonly string[],
  context: CheckRobotContext,
  problems: ConfigProblems,
): Promise<RobotModule | undefined> {
  const from = { mark: locateYaml(root, ["module"]).mark, path: keyPath([...path, "module"]) };
  const found = await context.backend.find(moduleName);
  const isBuiltIn = context.modules.has(moduleName);
  const by = `the controller '${context.controller}'`;
  const note = (text: string) => context.notes.includes(text) || context.notes.push(text);
  if (found !== undefined && "fault" in found) {
    if (!isBuiltIn) {
      problems.add(from.mark, from.path, `${quoted(moduleName)} cannot be described by ${by}: ${found.fault}`);
      return undefined;
    }
    note(`${by} cannot describe the robot module '${moduleName}', the built-in one is used: ${found.fault}`);
  } else if (found !== undefined && isBuiltIn) {
    note(`the robot module '${moduleName}' is the one that ${by} describes, not the built-in one`);
  }
  const modules = found !== undefined && "module" in found
    ? new Map([...context.modules, [moduleName, found.module]])
    : context.modules;
  const asked = context.backend.isAsked && !isRobotModuleFile(moduleName)
    ? `one that ${by} describes (it knows none of that name)`
    : undefined;
  try {
    return await loadRobotModule(moduleName, dirname(context.file), { modules, from, asked });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.addAll(error.problems);
    return undefined;
  }
}
