import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import type { JointMap } from "./joint_map.ts";
import { jointTies } from "./joint_ties.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** A joint of a robot's model that its module does not have. */
export interface OtherJoint {
  /** Its name, or `number 3` for the model's joint 3 that has none. */
  readonly name: string;
  /** How it moves. */
  readonly type: JointDescription["type"] | "ball" | "free";
  /** The joint of the module that it follows by an equality (a mimic joint), "" when it follows none. */
  readonly follows: string;
}

/** Joints of a robot's model that are not in its module, in the model's order. */
export function otherJoints(model: MujocoModel, module: RobotModule, { joint: own }: JointMap): OtherJoint[] {
  const { mjJNT_HINGE, mjJNT_SLIDE, mjJNT_BALL } = model.engine.constants;
  const kinds = new Map<number, OtherJoint["type"]>([
    [mjJNT_HINGE, "revolute"],
    [mjJNT_SLIDE, "prismatic"],
    [mjJNT_BALL, "ball"],
  ]);
  const types = model.simulation.integers("jnt_type");
  const ties = jointTies(model, { joint: own });
  const [first, end] = model.ownJoints;
  return Array.from({ length: end - first }, (_, index) => first + index)
    .filter((joint) => !own.includes(joint))
    .map((joint) => {
      const tie = ties.get(joint);
      return {
        name: model.joints[joint] || `number ${joint - first}`,
        type: kinds.get(types[joint]) ?? "free",
        follows: tie === undefined ? "" : module.joints[tie.module].name,
      };
    });
}
