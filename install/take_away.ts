import { RunFailure } from "../core/run_failure.ts";
import { fileDigest } from "./file_digest.ts";
import { INSTALL_MANIFEST_PATH, installManifest } from "./install_manifest.ts";
import { removeEmptyFolders } from "./remove_empty_folders.ts";
import { removeUnfinished } from "./remove_unfinished.ts";

/** What taking an installation away has done; all paths are relative to the prefix. */
export interface TakenAway {
  /** Version that was installed. */
  readonly version: string;
  /** Number of files removed. */
  readonly removed: number;
  /** Files that somebody changed after the installation: they stay. */
  readonly changed: readonly string[];
  /** Folders that hold something of others: they stay. */
  readonly filled: readonly string[];
}

/**
 * Removes what an installation has put into `prefix`, and nothing else: a file that is another one now stays, a folder only goes when it is
 * empty. The list of files goes last, so that this can be repeated when it is interrupted. Blocks. Errors: `RunFailure` when nothing is installed
 * there, and those of the system.
 */
export function takeAway(prefix: string): TakenAway {
  const manifest = installManifest(prefix);
  if (manifest === undefined) {
    throw new RunFailure(
      `Cannot uninstall in ${prefix}: there is no ${INSTALL_MANIFEST_PATH}, which an installation leaves; ${
        isOfPackage(prefix)
          ? "it comes from the Debian package: apt remove unified-robot-interface"
          : "name the --prefix of the installation"
      }`,
    );
  }
  const ours = Map.groupBy(manifest.files, ({ path }) => path);
  const changed: string[] = [];
  let removed = 0;
  removeUnfinished(prefix, [...ours.keys(), INSTALL_MANIFEST_PATH]);
  for (const [path, entries] of ours) {
    const full = `${prefix}/${path}`;
    const digest = fileDigest(full);
    if (digest === undefined && !isThere(full)) continue;
    if (entries.some(({ sha256 }) => sha256 === digest)) {
      Deno.removeSync(full);
      removed++;
    } else changed.push(path);
  }
  Deno.removeSync(`${prefix}/${INSTALL_MANIFEST_PATH}`);
  const filled = removeEmptyFolders(prefix, manifest.folders);
  return { version: manifest.version, removed: removed + 1, changed: changed.sort(), filled };
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** Whether the Debian package has put its files there. */
function isOfPackage(prefix: string): boolean {
  return isThere(`${prefix}/share/doc/unified-robot-interface/changelog.gz`);
}
