/** How the control loop of an interface ended. */
export const LoopEnd = {
  /** It goes on. */
  Running: 0,
  /** It was asked to stop. */
  Stopped: 1,
  /** `sync()` reported a fault. */
  SyncFault: 2,
  /** `readState()` reported a fault. */
  ReadFault: 3,
  /** `servoJ`, `speedJ` or `tauJ` reported a fault. */
  CommandFault: 4,
  /** The driver reports a wrong number of positions, velocities or torques. */
  WrongCount: 5,
} as const;
