import { ConfigProblems } from "../../core/config_problems.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import type { YamlMap } from "../../core/yaml_node.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { checkSection } from "../../schemas/check_section.ts";
import { configField as field } from "../../schemas/config_field.ts";
import type { ZenohRouterConfig } from "../../schemas/manager_config.ts";

const ROUTER_SECTION = field.section({ configuration: field.text("a file name", "the path of a file").optional() });

/**
 * Checks the section `ZenohRouter` of the manager's file and, where it names a file, that file, whether or not a robot uses Zenoh.
 * `undefined` when it names none.
 */
export async function checkRouter(root: YamlMap, problems: ConfigProblems): Promise<ZenohRouterConfig | undefined> {
  const { node, keyMark } = locateYaml(root, ["ZenohRouter"]);
  if (node === undefined) return undefined;
  const { configuration } = checkSection(ROUTER_SECTION, node, ["ZenohRouter"], problems, { at: keyMark });
  if (configuration === undefined) return undefined;
  const { mark } = locateYaml(node, ["configuration"]);
  const found = new ConfigProblems();
  const file = await checkPath(configuration, "file", mark, ["ZenohRouter", "configuration"], found);
  // Only now its parser is loaded.
  const { checkZenohFile } = await import("../../schemas/zenoh/check_zenoh_file.ts");
  const text = found.isEmpty ? await checkZenohFile(file, found, ["router"]) : undefined;
  problems.addAll(found.all);
  return text === undefined ? undefined : { file, text };
}
