import type { MjModel } from "@mujoco/mujoco";
import type { MujocoEngine } from "./mujoco_engine.ts";
import type { MujocoModel } from "./mujoco_model.ts";
import { namesOf } from "./names_of.ts";

/**
 * A compiled model with a new state and its names. MuJoCo's automatic reset is switched off: a diverged simulation must be seen, not restarted.
 * `path`: the file for messages.
 */
export function mujocoModelOf(engine: MujocoEngine, path: string, model: MjModel): MujocoModel {
  model.opt.disableflags |= engine.api.mjtDisableBit.mjDSBL_AUTORESET.value;
  return {
    engine,
    path,
    model,
    data: new engine.api.MjData(model),
    ownJoints: [0, model.njnt],
    joints: namesOf(model, model.name_jntadr),
    actuators: namesOf(model, model.name_actuatoradr),
    sensors: namesOf(model, model.name_sensoradr),
    sites: namesOf(model, model.name_siteadr),
    bodies: namesOf(model, model.name_bodyadr),
    keys: namesOf(model, model.name_keyadr),
  };
}
