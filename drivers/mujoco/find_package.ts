import { basename, dirname, join } from "node:path";

/**
 * The folder of the ROS package `name`, looked for around the file `model` as packages lie in a workspace: for each folder above the file,
 * nearest first, that folder when it is called `name` or its `package.xml` says so, else one of that name in it. `undefined` when there is none.
 */
export function findPackage(name: string, model: string): string | undefined {
  if (name === "" || name === "." || name === ".." || name.includes("/")) return undefined;
  for (let folder = dirname(model);; folder = dirname(folder)) {
    if (basename(folder) === name || declaredName(folder) === name) return folder;
    const inside = join(folder, name);
    if (isFolder(inside)) return inside;
    if (folder === dirname(folder)) return undefined;
  }
}

function declaredName(folder: string): string | undefined {
  try {
    const path = join(folder, "package.xml");
    if (!Deno.statSync(path).isFile) return undefined;
    return /<name>\s*([^<]*?)\s*<\/name>/.exec(Deno.readTextFileSync(path))?.[1];
  } catch {
    return undefined;
  }
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}
