import type { JointMap } from "../../drivers/mujoco/joint_map.ts";
import { jointTies } from "../../drivers/mujoco/joint_ties.ts";
import type { MujocoModel } from "../../drivers/mujoco/mujoco_model.ts";
import type { JointSource } from "./mujoco_geometry.ts";

/** Joints of a module in a model; a robot of a world is one. */
export interface MappedRobot {
  /** The model, as the robot sees it. */
  readonly model: MujocoModel;
  /** Where the module's joints are in it. */
  readonly joints: JointMap;
}

/**
 * Which robot's joint moves each joint of a model, for `mujocoGeometry`: those of the modules, and those that are tied to them. The first robot has the
 * number `first`.
 */
export function jointSources(robots: readonly MappedRobot[], first = 0): Map<number, JointSource> {
  const sources = new Map<number, JointSource>();
  robots.forEach(({ model, joints }, index) => {
    for (const [joint, { module, scale, offset }] of jointTies(model, joints)) {
      sources.set(joint, { robot: first + index, joint: module, scale, offset });
    }
  });
  return sources;
}
