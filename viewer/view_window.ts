/** Smallest, mean and largest of some durations [µs]. */
export interface Span {
  /** Smallest. */
  readonly min: number;
  /** Mean. */
  readonly avg: number;
  /** Largest. */
  readonly max: number;
}

/** An IMU, as the driver reports it. */
export interface BodySensorReading {
  /** Name in the robot module. */
  readonly name: string;
  /** False while the driver does not report it; the numbers say nothing then. */
  readonly present: boolean;
  /** Quaternion in the order w, x, y, z. */
  readonly orientation: readonly number[];
  /** [rad/s]. */
  readonly angularVelocity: readonly number[];
  /** [m/s²]. */
  readonly linearAcceleration: readonly number[];
}

/** A force sensor, as the driver reports it. */
export interface ForceSensorReading {
  /** Name in the robot module. */
  readonly name: string;
  /** False while the driver does not report it; the numbers say nothing then. */
  readonly present: boolean;
  /** [N]. */
  readonly force: readonly number[];
  /** [Nm]. */
  readonly torque: readonly number[];
}

/** What a viewer shows at once: the latest State of a robot, and the figures of the cycles since the window before. */
export interface ViewWindow {
  /** Time since the display began [s]. */
  readonly timeS: number;
  /** Length of the window [s]. */
  readonly durationS: number;
  /** Cycles in the window. */
  readonly cycles: number;
  /** Cycles since the start. */
  readonly totalCycles: number;
  /** Cycles a second; absent when the window has fewer than two. */
  readonly rateHz?: number;
  /** Time in `sync()`; absent without a cycle. */
  readonly sync?: Span;
  /** Time from the end of one `sync()` to the end of the next; absent when there was none. */
  readonly period?: Span;
  /** Joint positions [rad or m]; empty while there are none. Values that are not finite are kept. */
  readonly position: readonly number[];
  /** Joint velocities [rad/s or m/s]; empty when the driver does not tell them. */
  readonly velocity: readonly number[];
  /** Joint torques [Nm or N]; empty when the driver does not tell them. */
  readonly torque: readonly number[];
  /** IMUs, in the module's order. */
  readonly bodySensors: readonly BodySensorReading[];
  /** Force sensors, in the module's order. */
  readonly forceSensors: readonly ForceSensorReading[];
  /** Cycles without joint positions. */
  readonly withoutState: number;
  /** Cycles with a value that is not finite, and the last such value: vector (0 position, 1 velocity, 2 torque, 3 sensor) and index. */
  readonly notFinite: {
    readonly cycles: number;
    readonly vector: number;
    readonly index: number;
    readonly value: number;
  };
  /** Cycles with a wrong number of values, and the last such number: vector (0 position, 1 velocity, 2 torque). */
  readonly wrong: { readonly cycles: number; readonly vector: number; readonly count: number; readonly wanted: number };
  /** `sync()` did not wait for the robot. */
  readonly syncDoesNotBlock: boolean;
  /** For how long the driver has been in a `sync()` that is not over [s]; 0 when the window is of now. */
  readonly blockedS: number;
  /** What the driver did wrong, so that the display ends; empty when it did not. */
  readonly error: string;
}
