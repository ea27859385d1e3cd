import { buildPlugin } from "./build_plugin.ts";

/** Compiles one of the sources in `tests/plugins/broken/` with these compiler flags, and returns the library's path. */
export function brokenPlugin(file: string, ...flags: string[]): Promise<string> {
  // They do next to nothing, so nothing is to be made faster of them.
  return buildPlugin(new URL(`../plugins/broken/${file}`, import.meta.url).pathname, { flags: ["-O0", ...flags] });
}
