/** What a world in lock step waits for. */
export const LockstepWait = {
  /** For nothing: time passes. */
  None: 0,
  /** For a manager of a robot. */
  Manager: 1,
  /** For a manager's answer to the last State of a robot. */
  Answer: 2,
} as const;
