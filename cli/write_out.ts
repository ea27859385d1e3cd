/** Writes `text` to the standard output. A reader that is gone, as in `uri -h | head`, is no failure: the rest is lost. */
export function writeOut(text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(Deno.stdout.writeSync(rest));
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}
