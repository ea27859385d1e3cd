import { ToolError } from "./tool_error.ts";

/** Runs a task with the arguments of the command line and ends the process with its exit code; a `ToolError` is one line, and 2. */
export async function runTool(task: (args: string[]) => Promise<number>): Promise<never> {
  try {
    Deno.exit(await task(Deno.args));
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    console.error(`./dev: ${error.message}`);
    Deno.exit(2);
  }
}
