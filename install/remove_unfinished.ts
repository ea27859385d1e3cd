import { dirname } from "node:path";

/** What `PrefixWriter` adds to the name of a file that is not finished. */
const UNFINISHED = /^(.+)\.uri-[0-9a-f]{8}$/;

/**
 * Removes what an installation that was killed has left half written: unfinished files beside those of `paths`, which are relative to `prefix`. Errors
 * are those of the system.
 */
export function removeUnfinished(prefix: string, paths: Iterable<string>): void {
  const known = new Set(paths);
  for (const folder of new Set([...known].map((path) => dirname(path)))) {
    for (const name of namesIn(`${prefix}/${folder}`)) {
      const file = UNFINISHED.exec(name)?.[1];
      if (file !== undefined && known.has(`${folder}/${file}`)) Deno.removeSync(`${prefix}/${folder}/${name}`);
    }
  }
}

function namesIn(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].map(({ name }) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return [];
    throw error;
  }
}
