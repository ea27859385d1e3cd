/** What the control loop of a manager tells the main thread: codes of events, with their four numbers. */
export const ManagerEvent = {
  /** A robot is initialised at its measured position: robot. */
  Initialized: 1,
  /** A State was refused: robot, reason (see `StateRefusal`), joint or count, value. */
  StateRefused: 2,
  /** Ticks were skipped: how many, how late the loop was [ns]. */
  Missed: 3,
  /** The controller gave no usable command: robot, joint (-1: none at all), value. */
  NoCommand: 4,
  /** A State carries a sensor that the module does not know: robot. */
  UnknownSensor: 5,
  /** The robot is initialised anew, mostly as no Command went out: robot, for how long [ns], why (see `RestartReason`). */
  StartedOver: 7,
  /** The controller, or a proxy, has changed how the control thread computes; it was set back: -1, bits of `FloatEnvironment`. */
  ArithmeticChanged: 8,
  /** A Command is larger than its channel: robot. */
  CommandTooLarge: 6,
} as const;
