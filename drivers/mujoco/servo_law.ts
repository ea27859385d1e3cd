/** What the driver's own servo does with a joint; see `JointServo`. Numbers, so that a cycle can compare and keep them. */
export const SERVO_LAW = { off: 0, brake: 1, position: 2, velocity: 3, torque: 4 } as const;
