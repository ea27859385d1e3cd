import type { MujocoConstants } from "./mujoco_constants.ts";

/** One MuJoCo sensor of those that make a sensor of a module. */
export interface SensorPart {
  /** Name of its element in MJCF. */
  readonly element: string;
  /** Endings of its name where it goes by the name of the module's sensor: ours first, then that of mc_mujoco. */
  readonly endings: readonly string[];
  /** Its type, a constant of MuJoCo. */
  readonly type: number;
}

/** The parts of a body sensor (orientation, angular velocity, linear acceleration), and of a force sensor (force, torque). */
export function sensorParts(
  constants: MujocoConstants,
): { readonly imu: readonly SensorPart[]; readonly wrench: readonly SensorPart[] } {
  return {
    imu: [
      { element: "framequat", endings: ["_quat"], type: constants.mjSENS_FRAMEQUAT },
      { element: "gyro", endings: ["_gyro"], type: constants.mjSENS_GYRO },
      { element: "accelerometer", endings: ["_acc", "_accelerometer"], type: constants.mjSENS_ACCELEROMETER },
    ],
    wrench: [
      { element: "force", endings: ["_force", "_fsensor"], type: constants.mjSENS_FORCE },
      { element: "torque", endings: ["_torque", "_tsensor"], type: constants.mjSENS_TORQUE },
    ],
  };
}
