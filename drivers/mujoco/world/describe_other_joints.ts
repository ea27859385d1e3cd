import { jointTies } from "../joint_ties.ts";
import type { ReportedOtherJoint } from "./world_report.ts";
import type { WorldRobot } from "./world_robot.ts";

/** Joints of a robot's model that are not in its module. */
export function describeOtherJoints({ model, module, joints }: WorldRobot): ReportedOtherJoint[] {
  const { mjJNT_HINGE, mjJNT_SLIDE, mjJNT_BALL } = model.engine.constants;
  const kinds = new Map<number, ReportedOtherJoint["type"]>([
    [mjJNT_HINGE, "revolute"],
    [mjJNT_SLIDE, "prismatic"],
    [mjJNT_BALL, "ball"],
  ]);
  const types = model.simulation.integers("jnt_type");
  const ties = jointTies(model, joints);
  const [first, end] = model.ownJoints;
  return Array.from({ length: end - first }, (_, index) => first + index)
    .filter((joint) => !joints.joint.includes(joint))
    .map((joint) => {
      const tie = ties.get(joint);
      return {
        name: model.joints[joint] || `number ${joint - first}`,
        type: kinds.get(types[joint]) ?? "free",
        follows: tie === undefined ? "" : module.joints[tie.module].name,
      };
    });
}
