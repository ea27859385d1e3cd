import type { ConfigProblems } from "./config_problems.ts";
import { parseYaml } from "./parse_yaml.ts";
import { quoted } from "./quoted.ts";
import { readConfigFile } from "./read_config_file.ts";
import type { YamlMap } from "./yaml_node.ts";

/**
 * Reads a configuration file whose root is a map; `wanted` tells what is in it, e.g. `a map with the key Robots`. Rejects with a
 * `ConfigError` when the file cannot be read, is no YAML or is no map.
 */
export async function readRootMap(file: string, wanted: string, problems: ConfigProblems): Promise<YamlMap> {
  const text = await readConfigFile(file, problems);
  problems.throwIfAny();
  const root = parseYaml(text!, file, problems);
  problems.throwIfAny();
  if (root?.kind === "map") return root;
  const isEmpty = root === undefined || (root.kind === "scalar" && root.text === "");
  const what = isEmpty ? "empty" : root.kind === "list" ? "a list" : `just ${quoted(root.text)}`;
  problems.add(root?.mark ?? { file, line: 1, column: 1 }, "", `the file is ${what}; wanted ${wanted}`);
  throw problems.toError();
}
