/**
 * State and Command as a control loop sees them: buffers of fixed capacity that are filled in place.
 *
 * - Who owns: whoever created the message; a driver or a codec only fills it. Nothing here allocates after creation.
 * - A vector is `values[0 .. count)`. Count 0 means "absent", which on the wire is the same as "empty".
 * - The order of joints is the reference joint order of the robot module.
 */

/** One IMU of a State. */
export interface BodySensorSlot {
  /** Name of the body sensor in the robot module. */
  readonly name: string;
  /** True when this State carries the sensor. */
  present: boolean;
  /** Orientation, quaternion in the order w, x, y, z. */
  readonly orientation: Float64Array;
  /** Angular velocity [rad/s], in the sensor's frame. */
  readonly angularVelocity: Float64Array;
  /** Linear acceleration [m/s²], in the sensor's frame. */
  readonly linearAcceleration: Float64Array;
}

/** One force sensor of a State. */
export interface ForceSensorSlot {
  /** Name of the force sensor in the robot module. */
  readonly name: string;
  /** True when this State carries the sensor. */
  present: boolean;
  /** Force [N], in the sensor's frame. */
  readonly force: Float64Array;
  /** Torque [Nm], in the sensor's frame. */
  readonly torque: Float64Array;
}

/** What a robot reports once a cycle. */
export interface RobotState {
  /** Joint positions [rad or m]; capacity = length of the array. */
  readonly position: Float64Array;
  /** Joint velocities [rad/s or m/s]; may be empty. */
  readonly velocity: Float64Array;
  /** Joint torques [Nm or N]; may be empty. */
  readonly torque: Float64Array;
  /** Number of joint positions filled. 0 means "no state yet": such a State is never published. */
  positionCount: number;
  /** Number of joint velocities filled. */
  velocityCount: number;
  /** Number of joint torques filled. */
  torqueCount: number;
  /** IMUs, in the module's order. */
  readonly bodySensors: readonly BodySensorSlot[];
  /** Force sensors, in the module's order. */
  readonly forceSensors: readonly ForceSensorSlot[];
  /** Sender's steady clock at send time [ns], 64 bits as two words: low, high. 0 means "not stamped". */
  readonly stamp: Uint32Array;
}

/** What the manager asks of a robot: exactly one of the three vectors is filled. */
export interface RobotCommand {
  /** Reserved gains; sent as given, ignored by the interface. */
  kp: number;
  /** Reserved gains; sent as given, ignored by the interface. */
  kd: number;
  /** Joint position targets [rad or m]. */
  readonly position: Float64Array;
  /** Joint velocity targets [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** Joint torque targets [Nm or N]. */
  readonly torque: Float64Array;
  /** Number of position targets filled. */
  positionCount: number;
  /** Number of velocity targets filled. */
  velocityCount: number;
  /** Number of torque targets filled. */
  torqueCount: number;
  /** `stamp` of the latest State received [ns of the interface's clock]: low, high word. 0 means "none". */
  readonly stateStamp: Uint32Array;
  /** Time that State was held before sending [ns]: low, high word. */
  readonly stateHold: Uint32Array;
}
