import type { MujocoSimulation } from "../mujoco_simulation.ts";
import type { ChildKey } from "./child_model.ts";

/** The keyframes of a compiled model, by value. */
export function takeKeys(simulation: MujocoSimulation): ChildKey[] {
  const { sizes } = simulation;
  const part = (values: Float64Array, key: number, length: number) => values.slice(key * length, (key + 1) * length);
  return simulation.names("key").map((name, key) => ({
    name,
    qpos: part(simulation.numbers("key_qpos"), key, sizes.nq),
    qvel: part(simulation.numbers("key_qvel"), key, sizes.nv),
    ctrl: part(simulation.numbers("key_ctrl"), key, sizes.nu),
    act: part(simulation.numbers("key_act"), key, sizes.na),
    mpos: part(simulation.numbers("key_mpos"), key, 3 * sizes.nmocap),
    mquat: part(simulation.numbers("key_mquat"), key, 4 * sizes.nmocap),
  }));
}
