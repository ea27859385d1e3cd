import type { JointDescription, RobotModule } from "../schemas/robot_module.ts";

/** Robot modules for the tests of the configuration: `Arm` has two joints and a gripper, `Rail` one that is not bounded. */
export function testModules(): ReadonlyMap<string, RobotModule> {
  const joint = (name: string): JointDescription => ({
    name,
    type: "revolute",
    lower: -2,
    upper: 2,
    velocity: 1,
    acceleration: Infinity,
    effort: 10,
  });
  const arm: RobotModule = {
    name: "Arm",
    joints: [joint("shoulder"), joint("elbow")],
    grippers: [{ name: "hand", joints: ["elbow"] }],
    bodySensors: ["imu"],
    forceSensors: [],
    posture: [0, 1],
  };
  const rail: RobotModule = {
    ...arm,
    name: "Rail",
    joints: [{ ...joint("slide"), type: "prismatic", lower: -Infinity, upper: Infinity }],
    grippers: [],
    posture: [0.5],
  };
  return new Map([arm, rail].map((module) => [module.name, module]));
}
