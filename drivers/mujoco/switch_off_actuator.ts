import type { MujocoModel } from "./mujoco_model.ts";

/** Makes the force of actuator number `actuator` zero, whatever its control input and activation are. */
export function switchOffActuator({ engine, simulation }: MujocoModel, actuator: number): void {
  simulation.integers("actuator_gaintype")[actuator] = engine.constants.mjGAIN_FIXED;
  simulation.integers("actuator_biastype")[actuator] = engine.constants.mjBIAS_NONE;
  for (const values of [simulation.numbers("actuator_gainprm"), simulation.numbers("actuator_biasprm")]) {
    const row = values.length / simulation.sizes.nactuator;
    values.fill(0, actuator * row, (actuator + 1) * row);
  }
}
