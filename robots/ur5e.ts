import type { JointDescription, RobotModule } from "../schemas/robot_module.ts";

const PI = Math.PI;

/** A UR5e joint: published range, 180 °/s and torque; the acceleration is that of the robot's own default motions (800 °/s²). */
function joint(name: string, limit: number, effort: number): JointDescription {
  return { name, type: "revolute", lower: -limit, upper: limit, velocity: PI, acceleration: 800 * PI / 180, effort };
}

/** Universal Robots UR5e, with the force sensor in its tool flange and an IMU there. */
export const UR5E: RobotModule = {
  name: "UR5e",
  joints: [
    joint("shoulder_pan_joint", 2 * PI, 150),
    joint("shoulder_lift_joint", 2 * PI, 150),
    joint("elbow_joint", PI, 150),
    joint("wrist_1_joint", 2 * PI, 28),
    joint("wrist_2_joint", 2 * PI, 28),
    joint("wrist_3_joint", 2 * PI, 28),
  ],
  grippers: [],
  bodySensors: ["tool_imu"],
  forceSensors: ["tool_force"],
  posture: [0, -PI / 2, PI / 2, -PI / 2, -PI / 2, 0],
};
