import { dirname } from "node:path";
import { RunFailure } from "../core/run_failure.ts";

/** Refuses a prefix in which a folder of an installation is a link that leads nowhere. `paths`: the files, relative to the prefix. */
export function refuseDangling(prefix: string, paths: readonly string[]): void {
  const folders = new Set<string>();
  for (const path of paths) for (let at = dirname(path); at !== "."; at = dirname(at)) folders.add(at);
  for (const folder of [...folders].sort()) {
    if (!isDangling(`${prefix}/${folder}`)) continue;
    throw new RunFailure(
      `Cannot install to ${prefix}: ${prefix}/${folder} is a link that leads nowhere, a folder was wanted; remove it, or make what it leads to`,
    );
  }
}

function isDangling(path: string): boolean {
  return stat(path, Deno.lstatSync)?.isSymlink === true && stat(path, Deno.statSync) === undefined;
}

function stat(path: string, ask: (path: string) => Deno.FileInfo): Deno.FileInfo | undefined {
  try {
    return ask(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
