/** What the posture controller is doing with a robot. */
export const PosturePhase = {
  /** The robot is not initialised, or `run()` has not been called since. */
  Waiting: 0,
  /** On its way to the target. */
  Moving: 1,
  /** At the target, for the dwell time. */
  Dwelling: 2,
  /** At the last target, for good. */
  Staying: 3,
  /** There are no targets for this robot: it stays where it was measured. */
  Holding: 4,
} as const;

/** Names of the phases for tables and reports, by code. */
export const POSTURE_PHASES: readonly string[] = ["waiting", "moving", "dwelling", "staying", "holding"];
