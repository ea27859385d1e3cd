/** Why an interface holds its robot. */
export const HoldReason = {
  /** The liveliness token of the manager is gone. */
  Token: 1,
  /** No acceptable Command for the timeout. */
  Watchdog: 2,
} as const;

/** Names of the reasons in reports, by code. */
export const HOLD_REASONS: readonly string[] = ["", "token_lost", "no_command"];
