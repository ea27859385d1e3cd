import { shellQuote } from "../core/shell_quote.ts";

/**
 * How a user types a command of this program: by `uri` alone where the `PATH` leads to it, else by its whole path; from source by `./dev`.
 * `executable`: the one that is meant, when it is not this one. `given`: `--prefix` of the program that runs from source.
 */
export function ownCommand(
  executable: string | undefined,
  given: string | undefined,
  path: string,
): (words: readonly string[]) => string {
  if (!Deno.build.standalone) {
    const dev = decodeURIComponent(new URL("../dev", import.meta.url).pathname);
    return (words) => shellQuote([dev, "uri", ...words, ...(given === undefined ? [] : ["--prefix", given])]);
  }
  const program = executable ?? Deno.execPath().replace(/ \(deleted\)$/, "");
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
