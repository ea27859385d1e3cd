/** Why the connection to a robot counts as lost. */
export const ConnectionLoss = {
  /** It is not lost. */
  None: 0,
  /** The liveliness token of the interface is gone. */
  Token: 1,
  /** No acceptable State for the timeout. */
  Watchdog: 2,
  /** No first State within ten seconds. */
  NoFirstState: 3,
  /** The proxy's own reason, which its `connectionErrorText` tells. */
  Custom: 4,
} as const;
