import { dirname, resolve } from "node:path";
import type { ConfigProblems } from "../core/config_problems.ts";
import { keyPath } from "../core/key_path.ts";
import { quoted } from "../core/quoted.ts";
import { trustPath } from "../core/trust_path.ts";
import type { YamlNode } from "../core/yaml_node.ts";

const WANTED = "wanted a folder, or a list of folders, whose modules may be loaded";

/**
 * Reads `module_path`, one folder or a list, relative to the file that names it: absolute paths. A problem is noted for what is no folder, and
 * for a folder in which somebody else can put a file, or in whose place he can put another, as modules from there would be run.
 */
export async function readModulePath(node: YamlNode, problems: ConfigProblems): Promise<string[]> {
  const items: readonly YamlNode[] = node.kind === "list" ? node.items : [node];
  const folders: string[] = [];
  for (const [index, item] of items.entries()) {
    const path = keyPath(node.kind === "list" ? ["module_path", index] : ["module_path"]);
    if (item.kind !== "scalar") problems.add(item.mark, path, `is a ${item.kind}; ${WANTED}`);
    else if (item.text === "") problems.add(item.mark, path, `is empty; ${WANTED}`);
    else {
      const folder = resolve(dirname(item.mark.file), item.text);
      const fault = await folderFault(folder);
      if (fault !== "") problems.add(item.mark, path, `${quoted(item.text)} ${fault}`, { value: item.text });
      folders.push(folder);
    }
  }
  return folders;
}

async function folderFault(folder: string): Promise<string> {
  try {
    if (!(await Deno.stat(folder)).isDirectory) return `is not a folder; ${WANTED}`;
    const trusted = await trustPath(folder);
    return "fault" in trusted
      ? `is no safe place for modules, wanted one that nobody else changes: ${trusted.fault}`
      : "";
  } catch (error) {
    return error instanceof Deno.errors.NotFound
      ? `does not exist; ${WANTED}`
      : `cannot be read: ${(error as Error).message}; ${WANTED}`;
  }
}
