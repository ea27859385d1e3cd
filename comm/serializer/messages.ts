/** One IMU of a {@link State}, by its name in the robot module. Vectors are in the sensor's frame. */
export interface BodySensorData {
  /** Sensor name. */
  name: string;
  /** Orientation, quaternion w, x, y, z. */
  orientation: number[];
  /** Angular velocity, 3 values [rad/s]. */
  angularVelocity: number[];
  /** Linear acceleration, 3 values [m/s²]. */
  linearAcceleration: number[];
}

/** One force sensor of a {@link State}, by its name in the robot module. Vectors are in the sensor's frame. */
export interface ForceSensorData {
  /** Sensor name. */
  name: string;
  /** Force, 3 values [N]. */
  force: number[];
  /** Torque, 3 values [Nm]. */
  torque: number[];
}

/** What a robot reports once a cycle. Absent vectors are empty. */
export interface State {
  /** Joint positions [rad or m], in the module's reference joint order. */
  position: number[];
  /** Joint velocities [rad/s or m/s]; may be empty. */
  velocity: number[];
  /** Joint torques [Nm or N]; may be empty. */
  torque: number[];
  /** IMUs. */
  bodySensors: BodySensorData[];
  /** Force sensors. */
  forceSensors: ForceSensorData[];
  /** Sender's steady clock at send time [ns], see `Communication.stamp`; 0 means "not stamped". */
  stamp: bigint;
}

/** What the manager asks of a robot: exactly one of the three vectors is filled, according to the robot's mode. */
export interface Command {
  /** Reserved gain. */
  kp: number;
  /** Reserved gain. */
  kd: number;
  /** Joint position targets [rad or m], in the module's reference joint order. */
  position: number[];
  /** Joint velocity targets [rad/s or m/s]. */
  velocity: number[];
  /** Joint torque targets [Nm or N]. */
  torque: number[];
  /** `stamp` of the latest State received [ns of the robot's clock]; 0 means "none". */
  stateStamp: bigint;
  /** How long that State was held before sending [ns]. */
  stateHold: bigint;
}
