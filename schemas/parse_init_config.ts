import { z } from "zod";
import type { ConfigProblem } from "../core/config_error.ts";
import { ConfigProblems } from "../core/config_problems.ts";
import { keyPath } from "../core/key_path.ts";
import { locateYaml } from "../core/locate_yaml.ts";
import { orList } from "../core/or_list.ts";
import { parseYaml } from "../core/parse_yaml.ts";
import { quoted } from "../core/quoted.ts";
import { visible } from "../core/visible.ts";
import type { YamlNode } from "../core/yaml_node.ts";
import { checkSection } from "./check_section.ts";
import { CONFIG_DEFAULTS } from "./config_defaults.ts";
import { configField as field } from "./config_field.ts";
import { CONTROL_MODES, type ControlMode } from "./control_mode.ts";
import { DRIVER_SECTION } from "./driver_section.ts";
import { InitConfigError } from "./init_config_error.ts";
import { isPlainText } from "./is_plain_text.ts";
import { NETWORK_SECTION } from "./network_section.ts";
import { readPeriod } from "./read_period.ts";
import { readRobotModule } from "./read_robot_module.ts";
import type { GripperDescription, RobotModule } from "./robot_module.ts";

// The driver and the mode have messages of their own, which other implementations know.
const INIT_SECTION = field.section({
  module: field.text("a robot module", "the name of a robot module").optional(),
  controller: field.section({ mode: z.unknown().optional(), time_step: z.unknown().optional() }).optional(),
  network_interface: NETWORK_SECTION.partial().optional(),
  robot_interface: DRIVER_SECTION.partial().optional(),
  grippers: z.record(z.string(), field.list(field.text("a joint name", "a joint name"), "a list of joint names"))
    .meta({ what: "a map", wanted: "a map of gripper names to lists of joint names" }).optional(),
  robot_module: z.unknown().optional(),
});

/** What the manager's init query tells the interface. */
export interface InitConfig {
  /** `controller.mode`. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns]; mc_rtc's default of 2 ms when not given. */
  readonly timeStepNs: number;
  /** `robot_interface.driver`. */
  readonly driver: string;
  /** `robot_interface.ip`. */
  readonly ip: string;
  /** `robot_interface.port`. */
  readonly port: number;
  /** `robot_interface.config_path`; "" when not given. */
  readonly configPath: string;
  /** `robot_interface.sync_timeout_ms` [ms]. */
  readonly syncTimeoutMs: number;
  /** `network_interface.connection_timeout_ms` [ms], when given. */
  readonly connectionTimeoutMs?: number;
  /** `grippers` of the query, else those of the module. */
  readonly grippers: readonly GripperDescription[];
  /** `robot_module` of the query, else the built-in module that `module` names. */
  readonly module: RobotModule;
  /** `module`, as it is written; "" when not given. */
  readonly moduleName: string;
}

/** What {@link parseInitConfig} knows of its build. */
export interface ParseInitConfigOptions {
  /** Drivers that can be created; any name is taken when this is not given. */
  readonly drivers?: readonly string[];
  /** Robot modules known by name. */
  readonly modules: ReadonlyMap<string, RobotModule>;
}

/**
 * Reads the payload of an init query: YAML, or one line of JSON as the C++ manager writes it. Keys that are not known are left alone,
 * values are checked. Throws an {@link InitConfigError} with a reason of one line.
 */
export function parseInitConfig(text: string, options: ParseInitConfigOptions): InitConfig {
  const root = parse(text);
  const problems = new ConfigProblems();
  const data = checkSection(INIT_SECTION, root, [], problems, { ignoreUnknownKeys: true });
  const mode = modeOf(root);
  const driver = data.robot_interface?.driver;
  const isDriverWritten = locateYaml(root, ["robot_interface", "driver"]).node !== undefined;
  // deno-lint-ignore uri/error-texts -- the wording that callers of the C++ interface know
  if (driver === undefined && !isDriverWritten) throw new InitConfigError("Missing 'robot_interface.driver' in config");
  const step = locateYaml(root, ["controller", "time_step"]).node;
  const timeStepNs = step === undefined
    ? CONFIG_DEFAULTS.timeStepNs
    : readPeriod(step, ["controller", "time_step"], problems);
  for (const name of Object.keys(data.grippers ?? {})) {
    if (isPlainText(name)) continue;
    const { keyMark } = locateYaml(root, ["grippers", name]);
    problems.add(keyMark, keyPath(["grippers", name]), `${quoted(name)} is not a name; wanted the name of a gripper`);
  }
  const inline = locateYaml(root, ["robot_module"]).node;
  const sent = inline === undefined
    ? undefined
    : readRobotModule(inline, ["robot_module"], problems, { ignoreUnknownKeys: true });
  throwFirst("Invalid config", problems.all);
  if (options.drivers !== undefined && !options.drivers.includes(driver!)) {
    throw new InitConfigError(
      `Driver load failed: there is no driver ${quoted(driver!)}; wanted ${orList(options.drivers)}`,
    );
  }
  const module = sent ?? moduleNamed(data.module, options.modules);
  const grippers = data.grippers === undefined
    ? module.grippers
    : Object.entries(data.grippers).map(([name, joints]) => ({ name, joints: joints ?? [] }));
  const connectionTimeoutMs = data.network_interface?.connection_timeout_ms;
  return {
    mode,
    timeStepNs: timeStepNs!,
    driver: driver!,
    ip: data.robot_interface?.ip ?? CONFIG_DEFAULTS.ip,
    port: data.robot_interface?.port ?? CONFIG_DEFAULTS.port,
    configPath: data.robot_interface?.config_path ?? "",
    syncTimeoutMs: data.robot_interface?.sync_timeout_ms ?? CONFIG_DEFAULTS.syncTimeoutMs,
    ...(connectionTimeoutMs === undefined ? {} : { connectionTimeoutMs }),
    grippers,
    module,
    moduleName: data.module ?? "",
  };
}

function parse(text: string): YamlNode {
  const problems = new ConfigProblems();
  const root = parseYaml(text, "init", problems);
  throwFirst("Invalid config YAML", problems.all);
  if (root?.kind !== "map") throw new InitConfigError("Invalid config YAML: it is no map; wanted the entry of a robot");
  return root;
}

function modeOf(root: YamlNode): ControlMode {
  const { node } = locateYaml(root, ["controller", "mode"]);
  if (node === undefined) return CONFIG_DEFAULTS.mode;
  const mode = CONTROL_MODES.find((name) => node.kind === "scalar" && node.text === name);
  if (mode !== undefined) return mode;
  const found = node.kind === "scalar" ? quoted(node.text).slice(1, -1) : `a ${node.kind}`;
  throw new InitConfigError(`Unsupported controller mode: ${found}`);
}

function moduleNamed(name: string | undefined, modules: ReadonlyMap<string, RobotModule>): RobotModule {
  if (name === undefined) {
    throw new InitConfigError("Invalid config: 'module' is missing; wanted the name of a robot module");
  }
  const module = modules.get(name);
  if (module !== undefined) return module;
  const known = orList([...modules.keys()]);
  throw new InitConfigError(
    `Robot module load failed: there is no module ${
      quoted(name)
    }; wanted ${known}, or the module itself as 'robot_module'`,
  );
}

/** Answers are one line: the first problem, and how many there are beside it. */
function throwFirst(action: string, problems: readonly ConfigProblem[]): void {
  const first = problems[0];
  if (first === undefined) return;
  const place = first.path === "" ? `line ${first.line}, column ${first.column}` : first.path;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  throw new InitConfigError(`${action}: ${visible(`${place}: ${first.message}`)}${more}`);
}
