import { resolve } from "node:path";
import { holdsSomethingElse } from "../core/holds_something_else.ts";
import { UsageError } from "../core/usage_error.ts";
import { parseText } from "./parse_text.ts";

/**
 * The file given to `flag`, which can be made; `what` is written to it, which always has the bytes `begin` first: only its like is overwritten. A mistake shows at the start and not after the run. An absolute path, as a driver
 * may change the working directory. Throws a `UsageError`.
 */
export function parseNewFile(flag: string, what: string, begin: string | Uint8Array, text: string): string {
  const file = parseText(flag, "file", text);
  const folder = file.replace(/[^/]*$/, "") || ".";
  if (isFolder(file)) {
    throw new UsageError(`Cannot write the ${what}: '${file}' is a folder, a file was wanted; add a file name`);
  }
  if (isNamedPipe(file)) {
    throw new UsageError(
      `Cannot write the ${what}: '${file}' is a pipe, which blocks until somebody reads; a file was wanted`,
    );
  }
  if (!isFolder(folder)) {
    throw new UsageError(
      `Cannot write the ${what}: the folder '${folder}' does not exist, one that exists was wanted; make it first`,
    );
  }
  if (holdsSomethingElse(file, begin)) {
    throw new UsageError(
      `Cannot write the ${what}: '${file}' is there and is no ${what}, so that something else would be lost; name another file, or remove it`,
    );
  }
  return resolve(file);
}

function isFolder(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

function isNamedPipe(path: string): boolean {
  try {
    return Deno.lstatSync(path).isFifo === true;
  } catch {
    return false; // it is not there yet, or cannot be looked at: writing tells
  }
}
