import type { MjModel } from "@mujoco/mujoco";
import { namesOf } from "../names_of.ts";
import type { ChildKey } from "./child_model.ts";

/** The keyframes of a compiled model, by value. */
export function takeKeys(model: MjModel): ChildKey[] {
  const part = (values: Float64Array, key: number, length: number) => values.slice(key * length, (key + 1) * length);
  return namesOf(model, model.name_keyadr).map((name, key) => ({
    name,
    qpos: part(model.key_qpos, key, model.nq),
    qvel: part(model.key_qvel, key, model.nv),
    ctrl: part(model.key_ctrl, key, model.nu),
    act: part(model.key_act, key, model.na),
    mpos: part(model.key_mpos, key, 3 * model.nmocap),
    mquat: part(model.key_mquat, key, 4 * model.nmocap),
  }));
}
