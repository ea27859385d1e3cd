import { RunFailure } from "../core/run_failure.ts";

/** Writes `text` to the standard output. A reader that is gone, as in `uri -h | head`, is no failure: the rest is lost. Errors: `RunFailure`. */
export function writeOut(text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new RunFailure(
      `Cannot write to the standard output: ${(error as Error).message}; make room, or write elsewhere`,
      { cause: error },
    );
  }
}
