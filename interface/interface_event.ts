/** What the control loop of an interface tells the main thread: codes of events, with their four numbers. */
export const InterfaceEvent = {
  /** The manager is lost and the robot is held: reason (see `HoldReason`), age of the last command [ns], local time [ns]. */
  HoldBegin: 1,
  /** Commands came back: duration of the hold [ns]. */
  HoldEnd: 2,
  /** A command was refused: gate reason, joint, received, wanted. */
  Refused: 3,
  /** A measurement is not finite: which vector (0 position, 1 velocity, 2 torque, 3 sensor), index, value. */
  NotFinite: 4,
  /** Round trips of the last second: count, smallest, mean, largest [ns]. */
  Latency: 5,
  /** The driver has its first joint positions. */
  FirstState: 6,
  /** `sync()` does not block: time that it took [ns]. */
  SyncDoesNotBlock: 7,
  /** The first Command of a manager was accepted, or the first one after a hold. */
  Commanded: 8,
  /** A State is larger than its channel: bytes. */
  StateTooLarge: 9,
  /** The driver has changed how the control thread computes; it was set back: bits of `FloatEnvironment`. */
  ArithmeticChanged: 10,
} as const;
