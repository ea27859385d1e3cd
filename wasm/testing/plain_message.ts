/** One IMU as plain values. */
export interface PlainBodySensor {
  /** Sensor name. */
  name: string;
  /** w, x, y, z. */
  orientation: number[];
  /** [rad/s] */
  angularVelocity: number[];
  /** [m/s²] */
  linearAcceleration: number[];
}

/** One force sensor as plain values. */
export interface PlainForceSensor {
  /** Sensor name. */
  name: string;
  /** [N] */
  force: number[];
  /** [Nm] */
  torque: number[];
}

/** A State as plain values, for comparing what different implementations read. Absent vectors are empty. */
export interface PlainState {
  /** [rad or m] */
  position: number[];
  /** [rad/s or m/s] */
  velocity: number[];
  /** [Nm or N] */
  torque: number[];
  /** IMUs that are present. */
  bodySensors: PlainBodySensor[];
  /** Force sensors that are present. */
  forceSensors: PlainForceSensor[];
  /** [ns] */
  stamp: bigint;
}

/** A Command as plain values. */
export interface PlainCommand {
  /** Reserved gain. */
  kp: number;
  /** Reserved gain. */
  kd: number;
  /** [rad or m] */
  position: number[];
  /** [rad/s or m/s] */
  velocity: number[];
  /** [Nm or N] */
  torque: number[];
  /** [ns] */
  stateStamp: bigint;
  /** [ns] */
  stateHold: bigint;
}
