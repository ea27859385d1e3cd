import { quoted } from "../../core/quoted.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { JointMap } from "./joint_map.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import { otherJoints } from "./other_joints.ts";

/** A warning of the model's joints on one axis that the module does not have and that follow none of its joints, or none. */
export function idleJoints(model: MujocoModel, module: RobotModule, joints: JointMap): string[] {
  const idle = otherJoints(model, module, joints)
    .filter(({ type, follows }) => type !== "ball" && type !== "free" && follows === "")
    .map(({ name }) => model.joints.includes(name) ? quoted(name) : `${name} (without name)`);
  return idle.length === 0 ? [] : [
    `joints of the model that module ${module.name} does not have, and that are not commanded: ${idle.join(", ")}`,
  ];
}
