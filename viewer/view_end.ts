/** How the loop of a viewer ended. */
export const ViewEnd = {
  /** It goes on. */
  Running: 0,
  /** It was asked to stop. */
  Stopped: 1,
  /** `sync()` reported a fault. */
  SyncFault: 2,
  /** `readState()` reported a fault. */
  ReadFault: 3,
} as const;
