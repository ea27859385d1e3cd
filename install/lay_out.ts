import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { RunFailure } from "../core/run_failure.ts";
import { VERSION } from "../core/version.ts";
import { fileDigest } from "./file_digest.ts";
import { freeBytes } from "./free_bytes.ts";
import type { InstallFile } from "./install_file.ts";
import { INSTALL_MANIFEST_PATH, installManifest, type ManifestFile } from "./install_manifest.ts";
import { PrefixWriter } from "./prefix_writer.ts";
import { refuseDangling } from "./refuse_dangling.ts";
import { removeEmptyFolders } from "./remove_empty_folders.ts";
import { removeUnfinished } from "./remove_unfinished.ts";

/** What is laid out, and where. */
export interface Layout {
  /** An absolute folder, see `checkPrefix`; it is made. */
  readonly prefix: string;
  /** Path of the executable that becomes `bin/uri`. */
  readonly executable: string;
  /** All other files. */
  readonly files: readonly InstallFile[];
  /** Whether files that others have put there are replaced. */
  readonly force: boolean;
}

/** What laying out has done. */
export interface LayoutResult {
  /** Version that was there before; absent: none. */
  readonly before?: string;
  /** Number of files of the installation. */
  readonly count: number;
  /** Bytes of all of them. */
  readonly bytes: number;
  /** Whether `bin/uri` was there and is another one now. */
  readonly replacedExecutable: boolean;
  /** Files that somebody had changed, and where what they held is now: both relative to the prefix. */
  readonly saved: readonly { readonly path: string; readonly as: string }[];
  /** Files that somebody had changed and that stay as they are, and the new ones beside them. */
  readonly kept: readonly { readonly path: string; readonly fresh: string }[];
}

/** Where the program goes. */
const EXECUTABLE = "bin/uri";

/** A configuration of the computer: once changed, it stays. */
const CONFIGURATION = "share/unified_robot_interface/zenoh_router.json5";

/** Folders of the plugins, which others fill. */
const PLUGIN_FOLDERS = ["lib/robot_interface", "lib/robot_controller"];

/** Room for folders, the list of files, and the file system's own [bytes]. */
const MARGIN = 4e6;

/**
 * Puts an installation into a prefix, over an older one if there is one: what that had and this one has not is removed. Nothing is
 * changed when files of others would be, unless `force` says so. When it is interrupted, the list of files is already there, so that it can be
 * repeated or taken away. Blocks. Errors: `RunFailure`, and those of the system.
 */
export function layOut(layout: Layout): LayoutResult {
  const { prefix, executable } = layout;
  const old = installManifest(prefix);
  const known = new Map<string, Set<string>>();
  for (const { path, sha256 } of old?.files ?? []) known.set(path, (known.get(path) ?? new Set()).add(sha256));
  const present = (path: string) => fileDigest(`${prefix}/${path}`);
  const isChanged = (path: string, digest: string | undefined) => digest !== undefined && !known.get(path)?.has(digest);

  const program = { path: EXECUTABLE, sha256: digestOf(executable) };
  const configuration = present(CONFIGURATION);
  const keeps = old !== undefined && isChanged(CONFIGURATION, configuration);
  const files = layout.files.map((file) =>
    keeps && file.path === CONFIGURATION ? { ...file, path: `${CONFIGURATION}.new` } : file
  );
  const fresh: ManifestFile[] = files.map(({ path, content }) => ({ path, sha256: sha256(content) }));
  const wanted = new Map([program, ...fresh].map(({ path, sha256 }) => [path, sha256]));
  refuseDangling(prefix, [...wanted.keys(), ...PLUGIN_FOLDERS.map((folder) => `${folder}/.`)]);
  const differing = [...wanted].filter(([path, digest]) => exists(`${prefix}/${path}`) && present(path) !== digest)
    .map(([path]) => path);
  if (!layout.force) refuseForeign(prefix, differing.filter((path) => !known.has(path)));
  const bytes = Deno.statSync(executable).size + files.reduce((sum, { content }) => sum + content.length, 0);
  checkRoom(prefix, bytes - (present(EXECUTABLE) === program.sha256 ? Deno.statSync(executable).size : 0));

  const writer = new PrefixWriter(prefix);
  const writeManifest = (entries: readonly ManifestFile[]) => {
    writer.folder(dirname(INSTALL_MANIFEST_PATH));
    const folders = [...new Set([...old?.folders ?? [], ...writer.made])].filter((path) => exists(`${prefix}/${path}`))
      .sort();
    const text = JSON.stringify({ version: VERSION, files: entries, folders }, null, 2);
    writer.write(INSTALL_MANIFEST_PATH, new TextEncoder().encode(`${text}\n`), 0o644);
  };
  const entries = [program, ...fresh].sort((a, b) => a.path < b.path ? -1 : 1);
  writeManifest([...old?.files ?? [], ...entries]);
  removeUnfinished(prefix, [...known.keys(), ...wanted.keys(), INSTALL_MANIFEST_PATH]);
  const saved = differing.filter((path) => path !== EXECUTABLE && known.has(path) && isChanged(path, present(path)))
    .map((path) => {
      const as = `${path}.saved`;
      Deno.renameSync(`${prefix}/${path}`, `${prefix}/${as}`);
      return { path, as };
    });
  for (const folder of PLUGIN_FOLDERS) writer.folder(folder);
  const replacedExecutable = differing.includes(EXECUTABLE);
  // One that is the same stays, with the rights that it was given.
  if (present(EXECUTABLE) !== program.sha256) writer.copy(EXECUTABLE, executable, 0o755);
  for (const { path, content } of files) writer.write(path, content, 0o644);
  for (const path of known.keys()) {
    const digest = present(path);
    if (!wanted.has(path) && path !== CONFIGURATION && digest !== undefined && !isChanged(path, digest)) {
      Deno.removeSync(`${prefix}/${path}`);
    }
  }
  removeEmptyFolders(prefix, (old?.folders ?? []).filter((path) => !PLUGIN_FOLDERS.includes(path)));
  const stays = keeps ? [...known.get(CONFIGURATION) ?? []].map((sha256) => ({ path: CONFIGURATION, sha256 })) : [];
  writeManifest([...entries, ...stays]);
  return {
    ...(old === undefined ? {} : { before: old.version }),
    count: wanted.size + 1,
    bytes,
    replacedExecutable,
    saved,
    kept: keeps ? [{ path: CONFIGURATION, fresh: `${CONFIGURATION}.new` }] : [],
  };
}

function digestOf(executable: string): string {
  const digest = fileDigest(executable, true);
  if (digest !== undefined) return digest;
  throw new RunFailure(`Cannot install ${executable}: it is no file, the executable of uri was wanted; build it anew`);
}

function sha256(content: Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

function exists(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

function refuseForeign(prefix: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  const more = paths.length > 3 ? ` and ${paths.length - 3} more` : "";
  throw new RunFailure(
    `Cannot install in ${prefix}: there are files of others where its own would be (${
      paths.slice(0, 3).join(", ")
    }${more}), none were wanted; choose another --prefix, or replace them with --force`,
  );
}

/** What is replaced stays until the new one is there, so there must be room for both. */
function checkRoom(prefix: string, bytes: number): void {
  const folder = exists(prefix) ? prefix : dirname(prefix);
  const free = freeBytes(folder), wanted = bytes + MARGIN;
  if (free >= wanted) return;
  const mb = (value: number) => `${(value / 1e6).toFixed(0)} MB`;
  throw new RunFailure(
    `Cannot install in ${prefix}: ${mb(free)} are free there, ${
      mb(wanted)
    } were wanted; make room, or choose another --prefix`,
  );
}
