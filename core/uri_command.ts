import { V8_FLAGS } from "./v8_flags.ts";

/**
 * How to start this very program once more: the executable, or Deno with the sources. Works through a symlink, by PATH, and in paths with
 * blanks. An executable that was replaced meanwhile is started in its new form; one that was removed, by `uri` on the PATH.
 */
export function uriCommand(): string[] {
  if (Deno.build.standalone) {
    const path = Deno.execPath().replace(/ \(deleted\)$/, "");
    return [exists(path) ? path : "uri"];
  }
  const flags = V8_FLAGS === "" ? [] : [`--v8-flags=${V8_FLAGS}`];
  const main = new URL("../main.ts", import.meta.url).pathname;
  return [Deno.execPath(), "run", "-A", "--no-check", "--quiet", ...flags, decodeURIComponent(main)];
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
