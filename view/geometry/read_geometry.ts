import { mapJoints } from "../../drivers/mujoco/joint_map.ts";
import { loadMujocoEngine } from "../../drivers/mujoco/load_mujoco_engine.ts";
import { openMujocoModel } from "../../drivers/mujoco/mujoco_model.ts";
import { startPose } from "../../drivers/mujoco/start_pose.ts";
import { jointSources } from "./joint_sources.ts";
import type { GeometryRequest } from "./load_geometry.ts";
import type { ModelGeometry } from "./model_geometry.ts";
import { mujocoGeometry } from "./mujoco_geometry.ts";
import { readUrdfGeometry } from "./read_urdf_geometry.ts";

/**
 * What is to be drawn of a robot. Takes up to a second, and MuJoCo's memory for an MJCF: see `loadGeometry`. Rejects with a `DriverError`, or what
 * reading the file says.
 */
export async function readGeometry({ kind, file, module, robot }: GeometryRequest): Promise<ModelGeometry> {
  if (kind === "urdf") return readUrdfGeometry(file, module, robot);
  const engine = await loadMujocoEngine();
  const model = openMujocoModel(engine, file);
  try {
    const map = mapJoints(model, module);
    startPose(model, map);
    return mujocoGeometry(model, jointSources([{ model, joints: map }], robot));
  } finally {
    model.simulation.close();
  }
}
