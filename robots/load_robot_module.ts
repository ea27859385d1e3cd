import { basename, resolve } from "node:path";
import { ConfigProblems } from "../core/config_problems.ts";
import { didYouMean } from "../core/did_you_mean.ts";
import { parseYaml } from "../core/parse_yaml.ts";
import { quoted } from "../core/quoted.ts";
import { readConfigFile } from "../core/read_config_file.ts";
import type { SourceMark } from "../core/yaml_node.ts";
import { readRobotModule } from "../schemas/read_robot_module.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { BUILT_IN_ROBOT_MODULES } from "./built_in_robot_modules.ts";
import { isRobotModuleFile } from "./is_robot_module_file.ts";

/** How {@link loadRobotModule} loads. */
export interface LoadRobotModuleOptions {
  /** Modules known by name; the built-in ones when not given. */
  readonly modules?: ReadonlyMap<string, RobotModule>;
  /** Who else was asked in vain, as one of what is wanted: "one that … describes". */
  readonly asked?: string;
  /** Where the module is named, for messages: place and key path. */
  readonly from?: { readonly mark: SourceMark; readonly path: string };
}

/** So many joints fit a State of 32 KiB, with room for sensors. */
const MOST_JOINTS = 512;

/**
 * The robot module `nameOrFile`: a built-in one by its name, or a file when it has a slash or an extension. A file is a URDF when
 * its name ends in `.urdf` or `.xml`, otherwise our YAML form (`docs/robot_modules.md`); a relative name starts from `baseDir`.
 * Rejects with a `ConfigError` that names everything wrong, with file and line.
 */
export async function loadRobotModule(
  nameOrFile: string,
  baseDir: string,
  options: LoadRobotModuleOptions = {},
): Promise<RobotModule> {
  const { modules = BUILT_IN_ROBOT_MODULES, from = { mark: { file: nameOrFile, line: 0, column: 0 }, path: "" } } =
    options;
  const problems = new ConfigProblems();
  const builtIn = modules.get(nameOrFile);
  const module = builtIn ??
    (isRobotModuleFile(nameOrFile)
      ? await readModuleFile(resolve(baseDir, nameOrFile), nameOrFile, from, problems)
      : undefined);
  if (module !== undefined && module.joints.length > MOST_JOINTS) {
    const message = `${quoted(nameOrFile)} has ${module.joints.length} joints; wanted at most ${MOST_JOINTS}`;
    problems.add(from.mark, from.path, message, { value: nameOrFile });
    throw problems.toError();
  }
  if (module !== undefined) return module;
  if (problems.isEmpty) {
    const known = [...modules.keys()];
    const wanted = [...known, ...(options.asked === undefined ? [] : [options.asked])].join(", ");
    const message = `${
      quoted(nameOrFile)
    } is not a robot module; wanted ${wanted}, or a file (./my_robot.yaml, my_robot.urdf)`;
    problems.add(from.mark, from.path, message, { value: nameOrFile, hint: didYouMean(nameOrFile, known) });
  }
  throw problems.toError();
}

async function readModuleFile(
  file: string,
  written: string,
  from: { readonly mark: SourceMark; readonly path: string },
  problems: ConfigProblems,
): Promise<RobotModule | undefined> {
  const reading = new ConfigProblems();
  const text = await readConfigFile(file, reading, { isRegular: true });
  if (text === undefined) {
    // A file that cannot be read is a problem of the place that names it.
    for (const { message } of reading.all) {
      problems.add(from.mark, from.path, `${quoted(written)} ${message}`, {
        value: written,
        hint: `looked for ${file}`,
      });
    }
    return undefined;
  }
  if (/\.(urdf|xml)$/i.test(basename(file))) {
    // Only here: the XML parser takes memory that a robot without a URDF can do without.
    const { readUrdf } = await import("./read_urdf.ts");
    return readUrdf(text, file, problems);
  }
  const root = parseYaml(text, file, problems);
  if (root !== undefined) return readRobotModule(root, [], problems);
  if (problems.isEmpty) {
    problems.add({ file, line: 1, column: 1 }, "", "is empty; wanted a robot module with name and joints");
  }
  return undefined;
}
