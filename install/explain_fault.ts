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
    return told(`${place} is in the way: a file where a folder is wanted, or the other way round; move it away`);
  }
  return error;
}
