/** A run ends by a failure that a user can understand: it is logged as one line, and the exit code is 1. */
export class RunFailure extends Error {
  override readonly name = "RunFailure";
}
