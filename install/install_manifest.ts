import { RunFailure } from "../core/run_failure.ts";

/** A file that an installation has put into a prefix. */
export interface ManifestFile {
  /** Relative to the prefix. */
  readonly path: string;
  /** SHA-256 of what was written, in hexadecimal. While an installation is at work, one path can have two: of before, and of after. */
  readonly sha256: string;
}

/** What an installation has put into a prefix. */
export interface InstallManifest {
  /** Version of the program. */
  readonly version: string;
  /** Its files. */
  readonly files: readonly ManifestFile[];
  /** Folders that were made, relative to the prefix; "." is the prefix itself. */
  readonly folders: readonly string[];
}

/** Where an installation writes down what it has put into a prefix, relative to that. */
export const INSTALL_MANIFEST_PATH = "share/unified_robot_interface/install_manifest.json";

/**
 * Reads the list of what was installed in `prefix`; undefined when there is none. Errors: `RunFailure` for a list that names files outside the
 * prefix, or is no such list.
 */
export function installManifest(prefix: string): InstallManifest | undefined {
  const file = `${prefix}/${INSTALL_MANIFEST_PATH}`;
  let text: string;
  try {
    text = Deno.readTextFileSync(file);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
  const manifest = parse(text);
  if (isManifest(manifest)) return manifest;
  throw new RunFailure(
    `Cannot read what is installed in ${prefix}: ${file} is damaged, a list of files was wanted; remove it and install again with --force`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is InstallManifest {
  const { version, files, folders } = (value ?? {}) as Record<string, unknown>;
  return typeof version === "string" && Array.isArray(files) && Array.isArray(folders) &&
    folders.every((folder) => folder === "." || isInside(folder)) &&
    files.every((file) => isInside(file?.path) && /^[0-9a-f]{64}$/.test(file.sha256));
}

/** Whether a path of the list stays below the prefix: root may act on it. */
function isInside(path: unknown): boolean {
  return typeof path === "string" && path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
