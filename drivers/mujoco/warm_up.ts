import type { Clock } from "../../core/clock.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Physics steps: the first ones compile the functions that they need. */
const STEPS = 200;

/**
 * Lets MuJoCo compile what a step needs, on a second state of the model, so that the first period of the robot is like all others.
 * `key`: keyframe to start from, or -1. Returns the time of one robot period of `steps` physics steps [ns], 0 with a clock that stands still.
 */
export function warmUp({ engine, model }: MujocoModel, key: number, steps: number, clock: Clock): number {
  const scratch = new engine.api.MjData(model);
  if (key >= 0) engine.api.mj_resetDataKeyframe(model, scratch, key);
  const step = engine.bindStep(model, scratch);
  try {
    for (let i = 0; i < STEPS / 2; i++) step.step();
    const startNs = clock.now();
    for (let i = 0; i < STEPS / 2; i++) step.step();
    return (clock.now() - startNs) * steps / (STEPS / 2);
  } finally {
    scratch.delete();
  }
}
