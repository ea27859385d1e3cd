import { didYouMean } from "../../core/did_you_mean.ts";
import { quoted } from "../../core/quoted.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { mujocoError } from "./mujoco_error.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Where the joints of a robot module are in a model, in the module's order. */
export interface JointMap {
  /** Number of the joint in the model. */
  readonly joint: Int32Array;
  /** Index of its position in `qpos`. */
  readonly qpos: Int32Array;
  /** Index of its velocity and torque in `qvel`, `qfrc_…`. */
  readonly dof: Int32Array;
}

/**
 * Finds the module's joints in the model by name. Throws a `DriverError` that names every joint which is missing, with the nearest
 * names, or which moves in another way than the module says.
 */
export function mapJoints(model: MujocoModel, module: RobotModule): JointMap {
  const { constants } = model.engine;
  const types = model.simulation.integers("jnt_type");
  const kinds: Record<number, string> = {
    [constants.mjJNT_HINGE]: "revolute",
    [constants.mjJNT_SLIDE]: "prismatic",
    [constants.mjJNT_BALL]: "a ball joint",
    [constants.mjJNT_FREE]: "a free joint",
  };
  const usable = model.joints.filter((name, joint) => name !== "" && types[joint] >= constants.mjJNT_SLIDE);
  const wanted = new Set(module.joints.map((joint) => joint.name));
  const free = usable.filter((name) => !wanted.has(name));
  const faults: string[] = [];
  const joints = module.joints.map(({ name, type }) => {
    const joint = model.joints.indexOf(name);
    if (joint < 0) {
      faults.push(`joint ${quoted(name)} is not in the model${hint(name, free)}`);
    } else if (kinds[types[joint]] !== type) {
      faults.push(`joint ${quoted(name)} is ${kinds[types[joint]]} in the model and ${type} in the module`);
    }
    return joint;
  });
  if (faults.length > 0) {
    throw mujocoError(
      `finding the joints of module ${module.name} in ${model.path}: ${
        faults.join("; ")
      }; every joint of the module was ` +
        "wanted, under the same name; rename the joints or choose another module",
    );
  }
  const joint = Int32Array.from(joints);
  const positions = model.simulation.integers("jnt_qposadr");
  const dofs = model.simulation.integers("jnt_dofadr");
  return {
    joint,
    qpos: joint.map((j) => positions[j]),
    dof: joint.map((j) => dofs[j]),
  };
}

function hint(name: string, free: readonly string[]): string {
  const nearest = didYouMean(name, free);
  if (nearest !== undefined) return ` (${nearest})`;
  return free.length === 0 ? "" : ` (other joints of the model: ${free.slice(0, 8).map(quoted).join(", ")})`;
}
