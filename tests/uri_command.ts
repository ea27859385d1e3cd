import { V8_FLAGS } from "../core/v8_flags.ts";
import { executableState } from "../tools/executable_state.ts";
import { projectRoot } from "../tools/project_root.ts";

/** One way to start `uri`. */
export interface UriCommand {
  /** `source`: by Deno; `executable`: dist/uri. */
  readonly label: "source" | "executable";
  /** Program and first arguments; those of `uri` follow. */
  readonly argv: string[];
}

/** The ways to start `uri` that an end-to-end test goes through: from source, and the executable when it is built and current. */
export function uriCommands(): UriCommand[] {
  const flags = V8_FLAGS === "" ? [] : [`--v8-flags=${V8_FLAGS}`];
  const commands: UriCommand[] = [{
    label: "source",
    argv: [Deno.execPath(), "run", "-A", "--quiet", "--no-check", ...flags, `${projectRoot()}/main.ts`],
  }];
  const { path } = executableState();
  if (path !== undefined) commands.push({ label: "executable", argv: [path] });
  return commands;
}
