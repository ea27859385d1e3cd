import { build } from "./build.ts";
import { executableState } from "./executable_state.ts";
import { projectRoot } from "./project_root.ts";
import { runTool } from "./run_tool.ts";

/** Installs: builds the executable when it is not current, and lets it run `uri install` with the given arguments. */
export async function install(args: string[]): Promise<number> {
  if (executableState().path === undefined) {
    const code = await build([]);
    if (code !== 0) return code;
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
