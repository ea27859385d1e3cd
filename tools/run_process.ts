import { projectRoot } from "./project_root.ts";

/** How a process ended. */
export interface ProcessResult {
  /** Exit code; 128 + number when a signal ended it. */
  readonly code: number;
  /** Standard output and standard error, in this order. */
  readonly output: string;
  /** How long it ran [s]. */
  readonly seconds: number;
  /** True when it was ended because its time was over. */
  readonly late: boolean;
}

/** Runs a program in the project's folder and takes what it writes. It is ended after `limitSeconds`. */
export async function runProcess(argv: readonly string[], limitSeconds = 1200): Promise<ProcessResult> {
  const start = performance.now();
  const child = new Deno.Command(argv[0], {
    args: argv.slice(1),
    cwd: projectRoot(),
    env: { NO_COLOR: "1", RUST_BACKTRACE: "0", RUST_LIB_BACKTRACE: "0" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    child.kill("SIGKILL");
  }, limitSeconds * 1000);
  const { code, stdout, stderr } = await child.output();
  clearTimeout(timer);
  const decoder = new TextDecoder();
  return {
    code,
    output: decoder.decode(stdout) + decoder.decode(stderr),
    seconds: (performance.now() - start) / 1000,
    late,
  };
}
