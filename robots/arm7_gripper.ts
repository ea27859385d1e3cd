import type { JointDescription, RobotModule } from "../schemas/robot_module.ts";

function arm(number: number, limit: number, velocity: number, acceleration: number, effort: number): JointDescription {
  const name = `arm_joint_${number}`;
  return { name, type: "revolute", lower: -limit, upper: limit, velocity, acceleration, effort };
}

function finger(side: "left" | "right"): JointDescription {
  return {
    name: `finger_${side}_joint`,
    type: "prismatic",
    lower: 0,
    upper: 0.04,
    velocity: 0.1,
    acceleration: 1,
    effort: 40,
  };
}

/** A generic arm of seven joints (alternating roll and bend) with a parallel gripper: 0 is closed, 0.04 m a finger is open. */
export const ARM7_GRIPPER: RobotModule = {
  name: "Arm7Gripper",
  joints: [
    arm(1, 2.9, 2, 8, 120),
    arm(2, 2.0, 2, 8, 120),
    arm(3, 2.9, 2, 8, 120),
    arm(4, 2.0, 2, 8, 120),
    arm(5, 2.9, 3, 12, 40),
    arm(6, 2.0, 3, 12, 40),
    arm(7, 2.9, 3, 12, 40),
    finger("left"),
    finger("right"),
  ],
  grippers: [{ name: "gripper", joints: ["finger_left_joint", "finger_right_joint"] }],
  bodySensors: ["hand_imu"],
  forceSensors: ["hand_force"],
  posture: [0, 0.5, 0, 1.4, 0, 1.2, 0, 0.02, 0.02],
};
