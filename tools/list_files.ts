import { projectRoot } from "./project_root.ts";

/** Folders that hold nothing of the sources. */
const LEFT_OUT = new Set([".git", ".dev", "dist", "node_modules", "coverage", "target"]);

/** All files of the project that `wanted` takes, as sorted paths from its root. Works in a clone and in an unpacked archive. */
export function listFiles(wanted: (path: string) => boolean): string[] {
  const found: string[] = [];
  const visit = (folder: string) => {
    for (const entry of Deno.readDirSync(`${projectRoot()}/${folder}`)) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory && !LEFT_OUT.has(entry.name)) visit(path);
      else if (entry.isFile && wanted(path)) found.push(path);
    }
  };
  visit("");
  return found.sort();
}
