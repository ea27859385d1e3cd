import { basename, dirname } from "node:path";
import { BUILD_PREFIX } from "./build_prefix.ts";

/** Where this program is installed, and so where its plugins and files are. */
export interface InstallPrefix {
  /** Folder that holds `bin/uri`, absolute; absent when the program is not installed. */
  readonly prefix?: string;
  /** Why there is none, and what to do; empty when there is one. */
  readonly reason: string;
}

/**
 * The prefix of this program: the one that was fixed when it was built; else, of an executable `<prefix>/bin/uri`, where that really is, so that
 * a link to it leads to the same. Of the program that runs from its sources, `given`, or else `.dev/prefix` beside them.
 */
export function installPrefix(given?: string): InstallPrefix {
  if (!Deno.build.standalone) {
    return { prefix: given ?? decodeURIComponent(new URL("../.dev/prefix", import.meta.url).pathname), reason: "" };
  }
  if (BUILD_PREFIX !== "") return { prefix: BUILD_PREFIX, reason: "" };
  const executable = Deno.execPath().replace(/ \(deleted\)$/, "");
  const folder = dirname(executable);
  if (basename(folder) === "bin") return { prefix: dirname(folder), reason: "" };
  return {
    reason:
      `${executable} does not stand in a folder bin/: run '${executable} install --prefix DIR', and use DIR/bin/uri`,
  };
}
