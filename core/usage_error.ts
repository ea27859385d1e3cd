/** The command line is wrong. It is shown as one line, and the exit code is 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}
