import { existsSync } from "node:fs";
import { controllerLibraryPath } from "../../controller/native/controller_library_path.ts";
import { installedControllers } from "../../controller/native/installed_controllers.ts";
import type { ConfigProblems } from "../../core/config_problems.ts";
import { didYouMean } from "../../core/did_you_mean.ts";
import type { InstallPrefix } from "../../core/install_prefix.ts";
import { locateYaml } from "../../core/locate_yaml.ts";
import { quoted } from "../../core/quoted.ts";
import type { YamlMap } from "../../core/yaml_node.ts";
import { checkPath } from "../../schemas/check_path.ts";
import { CONFIG_DEFAULTS } from "../../schemas/config_defaults.ts";
import { isModulePath } from "../../schemas/is_module_path.ts";

/** What the check of `Controller` knows beside the file. */
export interface CheckControllerContext {
  /** Controllers that are part of the program. */
  readonly builtIn: readonly string[];
  /** Installation that holds the others. */
  readonly installation: InstallPrefix;
  /** Keys of the top level that were probably meant: one of them is not called missing. */
  readonly meant: ReadonlySet<string>;
}

/**
 * Reads the key `Controller`: the name of a built-in controller, or of one whose library is installed, or the path of a module, which becomes absolute.
 * Notes what is wrong with it.
 */
export async function checkController(
  root: YamlMap,
  { builtIn, installation, meant }: CheckControllerContext,
  problems: ConfigProblems,
): Promise<string> {
  const { node, mark } = locateYaml(root, ["Controller"]);
  const names = [...builtIn, ...installedControllers(installation)];
  const wanted = `wanted ${names.join(", ")}, or a module, e.g. ./my_controller.js`;
  const note = (message: string, hint?: string) => problems.add(mark, "Controller", `${message}; ${wanted}`, { hint });
  const { controller: usual } = CONFIG_DEFAULTS;
  const name = node === undefined ? usual : node.kind === "scalar" ? node.text : "";
  if (node !== undefined && name === "") {
    note(node.kind === "scalar" ? "is empty" : `is a ${node.kind}`);
  } else if (isModulePath(name)) {
    return await checkPath(name, "file", mark, ["Controller"], problems);
  } else if (!builtIn.includes(name) && !(node === undefined && meant.has("Controller"))) {
    const why = missing(name, installation);
    if (why === "") return name;
    const mcRtc = `to use mc_rtc, see docs/mc_rtc.md`;
    if (node === undefined) {
      note(`is missing, and its default ${quoted(name)} ${why}`, `write 'Controller: ${names[0]}', or, ${mcRtc}`);
    } else note(`${quoted(name)} ${why}`, name === usual ? mcRtc : didYouMean(name, names));
  }
  return name === "" ? usual : name;
}

/** Why there is no library of the controller `name`; "" when there is one. */
function missing(name: string, installation: InstallPrefix): string {
  const found = controllerLibraryPath(name, installation);
  if ("fault" in found) return found.fault;
  return existsSync(found.path) ? "" : `is neither built in nor installed: there is no ${found.path}`;
}
