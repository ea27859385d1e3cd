import type { ConfigProblems } from "../../core/config_problems.ts";
import { type KeyPath, keyPath } from "../../core/key_path.ts";
import { quoted } from "../../core/quoted.ts";
import type { SourceMark } from "../../core/yaml_node.ts";
import { robotNameFault } from "../../schemas/robot_name_fault.ts";

/** Notes what is wrong with the name of a robot or an object, which stands at `at`. */
export function checkSceneName(name: string, at: SourceMark, path: KeyPath, problems: ConfigProblems): void {
  const fault = robotNameFault(name);
  if (fault !== undefined) problems.add(at, keyPath(path), `the name ${quoted(name)} ${fault}`, { value: name });
}
