/** Why a State was refused. */
export const StateRefusal = {
  /** The bytes are no State. */
  Malformed: 1,
  /** The number of positions, velocities or torques is not the module's: joint = which vector, value = received. */
  WrongCount: 2,
  /** A position, velocity or torque is not finite: joint = index. */
  NotFinite: 3,
  /** A sensor's value is not finite: joint = index of the sensor, body sensors first. */
  SensorNotFinite: 4,
  /** The controller refused to initialise the robot. */
  NotInitialized: 5,
  /** It is older than one that was accepted before: it was overtaken, or is sent again. */
  OutOfOrder: 6,
} as const;
