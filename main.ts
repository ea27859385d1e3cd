/**
 * The program `uri`: reads the command line, runs the command and ends with its exit code: 0 stopped as asked, 1 a failure while
 * running, 2 wrong command line or configuration.
 *
 * The version is answered before anything else is loaded.
 *
 * @module
 */
import { VERSION } from "./core/version.ts";

if (import.meta.main) {
  if (Deno.args.length === 1 && (Deno.args[0] === "--version" || Deno.args[0] === "-V")) {
    try {
      console.log(VERSION);
    } catch {
      Deno.exit(1); // nobody can be told: the output is full or closed
    }
    Deno.exit(0);
  }
  const { runCommandLine } = await import("./cli/run_command_line.ts");
  const code = await runCommandLine(Deno.args);
  // Everything is written and released by now. A control worker may still be in a call of the system, and must not see the process being taken
  // down around it: the process ends without a further step.
  const { Libc } = await import("./core/posix/libc.ts");
  new Libc().call._exit(code);
}
