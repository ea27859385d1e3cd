/** Numbers of a window, at these places of a `ViewBlock`'s window. */
export const WindowField = {
  /** Cycles in the window. */
  CYCLES: 0,
  /** Length of the window [ns]. */
  DURATION: 1,
  /** Time in `sync()` [ns]: smallest, sum, largest, number. */
  SYNC: 2,
  /** Time from the end of one `sync()` to the end of the next [ns]: smallest, sum, largest, number. */
  PERIOD: 6,
  /** Cycles in which the driver had no joint positions. */
  WITHOUT_STATE: 10,
  /** Cycles with a value that is not finite. */
  NOT_FINITE: 11,
  /** The last of them: vector (0 position, 1 velocity, 2 torque, 3 sensor), index, value. */
  NOT_FINITE_AT: 12,
  /** Cycles with a wrong number of values. */
  WRONG: 15,
  /** The last of them: vector (0 position, 1 velocity, 2 torque), number of values, number wanted. */
  WRONG_AT: 16,
  /** Times that the guard slept because `sync()` did not block. */
  GUARD_SLEEPS: 19,
  /** Number of positions, velocities and torques in the last cycle, as the driver tells them. */
  COUNTS: 20,
  /** Cycles since the start. */
  TOTAL: 23,
  /** Local time of the end of the window [ns]. */
  END: 24,
  /** Where the values of joints and sensors begin. */
  VALUES: 25,
} as const;
