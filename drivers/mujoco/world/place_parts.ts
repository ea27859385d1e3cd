import type { MujocoModel } from "../mujoco_model.ts";
import type { BuiltWorld, WorldPart } from "./build_world.ts";
import type { ChildKey } from "./child_model.ts";
import { composePose } from "./compose_pose.ts";
import { keyOfPart } from "./key_of_part.ts";

/**
 * Puts a world into its initial state: each part in its own keyframe (the one asked for, else `home`, else its first one, else its initial
 * positions), a free base and mocap bodies of it moved to where the part stands. Robots stand still; time is 0.
 * Throws a `DriverError` when a keyframe that is asked for does not exist.
 */
export function placeParts({ model, parts }: Pick<BuiltWorld, "model" | "parts">): void {
  const { simulation } = model;
  simulation.reset();
  for (const part of parts) {
    const key = keyOfPart(part);
    if (key !== undefined) place(model, part, key);
  }
  simulation.forward();
}

function place({ simulation }: MujocoModel, { child, model, first }: WorldPart, key: ChildKey): void {
  const qpos = simulation.state("qpos");
  qpos.set(key.qpos, first.nq);
  // MuJoCo moves the initial positions of free bases with their frame, but knows nothing of a keyframe that is kept apart.
  for (const joint of model.freeJoints) composePose(child.pose, qpos.subarray(first.nq + joint, first.nq + joint + 7));
  // Robots stand still at first, as real ones do; what the environment has in motion is.
  if (child.kind !== "robot") simulation.state("qvel").set(key.qvel, first.nv);
  simulation.state("act").set(key.act, first.na);
  simulation.state("ctrl").set(key.ctrl, first.nu);
  const positions = simulation.state("mocap_pos");
  const orientations = simulation.state("mocap_quat");
  for (let body = 0; body < model.counts.mocap; body++) {
    const pose = Float64Array.of(
      ...key.mpos.subarray(3 * body, 3 * body + 3),
      ...key.mquat.subarray(4 * body, 4 * body + 4),
    );
    composePose(child.pose, pose);
    positions.set(pose.subarray(0, 3), 3 * (first.mocap + body));
    orientations.set(pose.subarray(3), 4 * (first.mocap + body));
  }
}
