import type { JointMap } from "./joint_map.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/**
 * Puts the simulation into its initial state: the keyframe `home`, else the first keyframe, else the model's initial positions; the
 * module's joints stand still. Returns the number of the keyframe, or -1 when there is none.
 */
export function startPose({ simulation, keys }: MujocoModel, map: JointMap): number {
  const home = keys.indexOf("home");
  const key = home >= 0 ? home : keys.length > 0 ? 0 : -1;
  simulation.reset();
  if (key >= 0) simulation.resetToKey(key);
  const velocities = simulation.state("qvel");
  for (const dof of map.dof) velocities[dof] = 0;
  return key;
}
