import type { Clock } from "../../core/clock.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Physics steps: the first ones compile the functions that they need. */
const STEPS = 200;

/**
 * Lets MuJoCo compile what a step needs, so that the first period of the robot is like all others; the state moves and has to be set
 * afterwards. Returns the time of one robot period of `steps` physics steps [ns], 0 with a clock that stands still.
 */
export function warmUp({ engine, model, data }: MujocoModel, steps: number, clock: Clock): number {
  const step = engine.bindStep(model, data);
  for (let i = 0; i < STEPS / 2; i++) step.step();
  const startNs = clock.now();
  for (let i = 0; i < STEPS / 2; i++) step.step();
  const costNs = (clock.now() - startNs) * steps / (STEPS / 2);
  // Nothing held the robot, so what MuJoCo has to say of this motion is no news.
  engine.takeMessages();
  return costNs;
}
