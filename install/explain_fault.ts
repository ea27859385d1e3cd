import { RunFailure } from "../core/run_failure.ts";
import { shellQuote } from "../core/shell_quote.ts";

/**
 * What a user is told when the system refuses a step in `prefix`: `argv` is the command line that can be tried again. Other errors come back
 * as they are.
 */
export function explainFault(error: unknown, doing: string, prefix: string, argv: readonly string[]): unknown {
  const code = (error as { code?: string }).code;
  const text = error instanceof Error ? error.message : `${error}`;
  const path = /'([^']+)'/.exec(text)?.[1];
  const place = path?.startsWith(`${prefix}/`) ? path.replace(/\.uri-[0-9a-f]+$/, "") : prefix;
  const told = (what: string) => new RunFailure(`Cannot ${doing} in ${prefix}: ${what}`, { cause: error });
  if (code === "EROFS") return told(`${place} is on a read-only file system, a writable one was wanted`);
  if (error instanceof Deno.errors.PermissionDenied || code === "EPERM") {
    return told(`there is no permission to change ${place}; try: sudo ${shellQuote(argv)}`);
  }
  if (code === "ENOSPC" || code === "EDQUOT") {
    return told("the file system is full, or your share of it is; make room, or choose another --prefix");
  }
  if (error instanceof Deno.errors.NotADirectory || code === "EISDIR") {
    const file = firstFile(prefix, place);
    return told(
      file === undefined
        ? `${place} is in the way: it is a folder, and a file is wanted there; move it away`
        : `${file} is in the way: it is a file, and a folder is wanted there; move it away`,
    );
  }
  return error;
}

/** The first part of `path` below `prefix` that is no folder, when something should be in it. */
function firstFile(prefix: string, path: string): string | undefined {
  const parts = path.slice(prefix.length + 1).split("/");
  const folders = parts.map((_, index) => `${prefix}/${parts.slice(0, index).join("/")}`.replace(/\/$/, ""));
  return folders.find((folder) => {
    try {
      return !Deno.statSync(folder).isDirectory;
    } catch {
      return false; // it is not there
    }
  });
}
