import type { InstallPrefix } from "../core/install_prefix.ts";
import { shellQuote } from "../core/shell_quote.ts";

/**
 * How a user types a command of this program: by `uri` alone where the `PATH` leads to it, else by its whole path; from source by `./dev`.
 * `given`: `--prefix` of the program that runs from source.
 */
export function ownCommand(
  installation: InstallPrefix,
  given: string | undefined,
  path: string,
): (words: readonly string[]) => string {
  if (!Deno.build.standalone) {
    const dev = decodeURIComponent(new URL("../dev", import.meta.url).pathname);
    return (words) => shellQuote([dev, "uri", ...words, ...(given === undefined ? [] : ["--prefix", given])]);
  }
  const own = Deno.execPath().replace(/ \(deleted\)$/, "");
  const program = installation.prefix === undefined ? own : `${installation.prefix}/bin/uri`;
  const isFound = path.split(":").map((folder) => `${folder}/uri`).find(isThere) === program;
  return (words) => shellQuote([isFound ? "uri" : program, ...words]);
}

function isThere(path: string): boolean {
  try {
    return path.startsWith("/") && Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
