import type { MujocoModel } from "./mujoco_model.ts";

/** Makes the force of actuator number `actuator` zero, whatever its control input and activation are. */
export function switchOffActuator({ engine, model }: MujocoModel, actuator: number): void {
  const { mjtGain, mjtBias } = engine.api;
  model.actuator_gaintype[actuator] = mjtGain.mjGAIN_FIXED.value;
  model.actuator_biastype[actuator] = mjtBias.mjBIAS_NONE.value;
  for (const values of [model.actuator_gainprm as Float64Array, model.actuator_biasprm as Float64Array]) {
    const row = values.length / model.nactuator;
    values.fill(0, actuator * row, (actuator + 1) * row);
  }
}
