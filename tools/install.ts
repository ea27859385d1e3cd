import { build } from "./build.ts";
import { executableState } from "./executable_state.ts";
import { prepareNative } from "./prepare_native.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";

/** Installs: builds the executable when it is not current, and lets it run `uri install` with the given arguments. */
export async function install(args: string[]): Promise<number> {
  const { path, hasZenoh } = executableState();
  // What could not be had when it was built may be there by now.
  const native = hasZenoh || path === undefined ? undefined : await prepareNative();
  if (path === undefined || native?.available) {
    const code = await build([]);
    if (code !== 0) return code;
  } else if (native !== undefined) {
    console.log(`The executable has no native Zenoh library: ${native.reason}; see docs/building.md`);
  }
  const { code } = await new Deno.Command(`${projectRoot()}/dist/uri`, {
    args: ["install", ...args],
    stdin: "null",
    stdout: "inherit",
    stderr: "inherit",
  }).output();
  return code;
}

if (import.meta.main) await runTool(install);
