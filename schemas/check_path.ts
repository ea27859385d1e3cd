import { dirname, resolve } from "node:path";
import type { ConfigProblems } from "../core/config_problems.ts";
import { type KeyPath, keyPath } from "../core/key_path.ts";
import { quoted } from "../core/quoted.ts";
import type { SourceMark } from "../core/yaml_node.ts";

/**
 * The absolute path of `path`, which is written at `at` in a configuration and is relative to the folder of that file. A problem
 * is noted when nothing is there, or when it is a folder, a pipe or a device and `kind` is `file`.
 */
export async function checkPath(
  path: string,
  kind: "file" | "any",
  at: SourceMark,
  key: KeyPath,
  problems: ConfigProblems,
): Promise<string> {
  const absolute = resolve(dirname(at.file), path);
  const hint = absolute === path ? undefined : `looked for ${absolute}`;
  try {
    const found = await Deno.stat(absolute);
    if (kind === "file" && !found.isFile) {
      const what = found.isDirectory ? "is a folder; wanted a file" : "is no regular file; wanted one";
      problems.add(at, keyPath(key), `${quoted(path)} ${what}`, { value: path, hint });
    }
  } catch (error) {
    const reason = error instanceof Deno.errors.NotFound
      ? "does not exist"
      : `cannot be read: ${(error as Error).message}`;
    problems.add(
      at,
      keyPath(key),
      `${quoted(path)} ${reason}; wanted an existing ${kind === "file" ? "file" : "path"}`,
      {
        value: path,
        hint,
      },
    );
  }
  return absolute;
}
