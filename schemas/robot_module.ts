/** What is known of one joint. Units are rad (revolute) or m (prismatic) and their time derivatives; effort is Nm or N. */
export interface JointDescription {
  /** Joint name, unique in the module. */
  readonly name: string;
  /** Kind of motion. */
  readonly type: "revolute" | "prismatic";
  /** Lower position limit; `-Infinity` when there is none. */
  readonly lower: number;
  /** Upper position limit; `Infinity` when there is none. */
  readonly upper: number;
  /** Largest speed; `Infinity` when unknown. */
  readonly velocity: number;
  /** Largest acceleration; `Infinity` when unknown. */
  readonly acceleration: number;
  /** Largest torque or force; `Infinity` when unknown. */
  readonly effort: number;
}

/** A named group of joints that opens and closes together. */
export interface GripperDescription {
  /** Gripper name, unique in the module. */
  readonly name: string;
  /** Names of its joints, all of them joints of the module. */
  readonly joints: readonly string[];
}

/**
 * A robot as the manager, the controllers and the drivers know it: the reference joint order, limits, grippers and sensors.
 * It is plain data: it can be sent to a worker and written as JSON (infinite limits are left out there).
 */
export interface RobotModule {
  /** Module name, e.g. `UR5e`. */
  readonly name: string;
  /** Joints in the reference order; every joint vector of State and Command has this order. */
  readonly joints: readonly JointDescription[];
  /** Grippers, may be empty. */
  readonly grippers: readonly GripperDescription[];
  /** Names of the IMUs, may be empty. */
  readonly bodySensors: readonly string[];
  /** Names of the force sensors, may be empty. */
  readonly forceSensors: readonly string[];
  /** A usual posture, one value per joint, in the reference order. */
  readonly posture: readonly number[];
}
