/** Exit codes of the program. */
export const ExitCode = {
  /** Stopped as asked. */
  Ok: 0,
  /** A failure while running: lost robot, driver error, no robot answered. */
  Failure: 1,
  /** Wrong command line or configuration. */
  Usage: 2,
} as const;
