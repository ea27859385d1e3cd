import { dirname } from "node:path";
import { quoted } from "../core/quoted.ts";
import { RunFailure } from "../core/run_failure.ts";
import { shellQuote } from "../core/shell_quote.ts";
import { UsageError } from "../core/usage_error.ts";
import type { ProjectFile } from "./project_files.ts";

/**
 * Makes the folder `target`, absolute, with `files`. It must not exist, whatever it is; nothing is written then. What was made is removed when
 * anything fails. Errors: `UsageError` for a place that is not as wanted, `RunFailure` for what the system refuses.
 */
export function makeFolder(target: string, files: readonly ProjectFile[]): void {
  checkParent(dirname(target));
  // One step tells that it is new and makes it: nobody's files are overwritten.
  attempt(target, () => Deno.mkdirSync(target));
  try {
    for (const { path, text } of files) {
      attempt(`${target}/${path}`, () => {
        Deno.mkdirSync(dirname(`${target}/${path}`), { recursive: true });
        Deno.writeTextFileSync(`${target}/${path}`, text, { createNew: true });
      });
    }
  } catch (error) {
    Deno.removeSync(target, { recursive: true });
    throw error;
  }
}

function checkParent(parent: string): void {
  let isFolder: boolean | undefined;
  attempt(parent, () => {
    try {
      isFolder = Deno.statSync(parent).isDirectory;
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory)) throw error;
    }
  });
  if (isFolder === true) return;
  throw new UsageError(
    `Cannot create a driver project in ${quoted(parent)}: ${
      isFolder === undefined ? "it does not exist" : "it is a file"
    }, a folder was wanted; ` +
      (isFolder === undefined ? `make it first: mkdir -p ${shellQuote([parent])}` : "name another FOLDER"),
  );
}

function attempt(path: string, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) {
      throw new UsageError(
        `Cannot create a driver project: ${path} already exists, refusing to overwrite; choose another NAME or FOLDER`,
        { cause: error },
      );
    }
    throw new RunFailure(
      `Cannot create a driver project: ${path}: ${reasonOf(error)}; name another FOLDER, or change that`,
      { cause: error },
    );
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code === "EROFS") return "the file system is read-only, a writable one was wanted";
  if (code === "EACCES" || code === "EPERM" || error instanceof Deno.errors.PermissionDenied) {
    return "there is no permission to write there, a folder of yours was wanted";
  }
  if (code === "ENOSPC" || code === "EDQUOT") return "the file system is full, or your share of it is";
  if (code === "ENAMETOOLONG") return "the path is too long for the system, a shorter one was wanted";
  return message ?? `${error}`;
}
