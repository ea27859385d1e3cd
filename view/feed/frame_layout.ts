/** Where each value of a frame is: numbers of 64 bits, little-endian. The server writes frames, the page reads them. */
export class FrameLayout {
  /** Time since the view was opened [s]. */
  static readonly TIME = 0;
  /** Cycles of the loop so far. */
  static readonly CYCLES = 1;
  /** Periods without a cycle so far. */
  static readonly MISSED = 2;
  /** How late the loop woke up since the last frame, mean [µs]. */
  static readonly LATE_MEAN = 3;
  /** The same, largest [µs]. */
  static readonly LATE_MAX = 4;
  /** How long a cycle took since the last frame, mean [µs]. */
  static readonly BUSY_MEAN = 5;
  /** The same, largest [µs]. */
  static readonly BUSY_MAX = 6;
  /** Number of the frame. */
  static readonly NUMBER = 7;
  /** Simulated time since the start of a world [s]; NaN without one. */
  static readonly WORLD_TIME = 8;
  /** Simulated time over time of the wall clock, lately; NaN without a world. */
  static readonly FACTOR = 9;
  /** Number of values before those of the robots. */
  static readonly VALUES = 10;
  /** Value of a robot: see `ConnectionState`. */
  static readonly CONNECTION = 0;
  /** Value of a robot: States so far. */
  static readonly STATES = 1;
  /** Value of a robot: Commands so far. */
  static readonly COMMANDS = 2;
  /** Value of a robot: what was refused so far. */
  static readonly REFUSED = 3;
  /** Value of a robot: age of the States since the last frame, mean [µs]. */
  static readonly AGE_MEAN = 4;
  /** Value of a robot: the same, largest [µs]. */
  static readonly AGE_MAX = 5;
  /** Value of a robot: round trip, lately [µs]. */
  static readonly ROUND_TRIP = 6;
  /** Number of values of a robot before its four vectors (positions, velocities, torques, commands) and its force sensors. */
  static readonly ROBOT_VALUES = 8;
  /** Numbers of a force sensor: force and torque. */
  static readonly SENSOR = 6;
  /** Numbers of a contact, behind all others of a frame: where it is [m], and the force there [N]. */
  static readonly CONTACT = 6;
  /** Numbers for the pose of a body: position, and orientation as w, x, y, z. */
  static readonly POSE = 7;
  /** Where the values of each robot begin. */
  readonly robots: readonly number[];
  /** Where the poses of each model begin; -1 for a model without. */
  readonly poses: readonly number[];
  /** Number of values of a frame. */
  readonly length: number;

  /** `live`: number of values that are told of each robot, see `liveLength`. `bodies`: number of bodies by model whose poses are told, 0 for others. */
  constructor(live: readonly number[], bodies: readonly number[]) {
    let at = FrameLayout.VALUES;
    this.robots = live.map((count) => {
      const begin = at;
      at += FrameLayout.ROBOT_VALUES + count;
      return begin;
    });
    this.poses = bodies.map((count) => {
      const begin = count === 0 ? -1 : at;
      at += FrameLayout.POSE * count;
      return begin;
    });
    this.length = at;
  }
}
