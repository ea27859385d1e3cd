import type { RobotModule } from "../../schemas/robot_module.ts";
import type { ActuatorInput } from "./actuator_input.ts";
import type { JointMap } from "./joint_map.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Sag [rad or m] that deserves a warning. */
const NOTICEABLE = 1e-3;

/**
 * Position actuators that give way noticeably under the robot's own weight in the pose in which the simulation stands (`mj_forward`
 * done): one warning for all of them, or none. Such a joint rests beside its target as soon as the brakes are released.
 */
export function weakActuators(
  { simulation }: MujocoModel,
  map: JointMap,
  module: RobotModule,
  inputs: readonly ActuatorInput[],
): string[] {
  const gains = simulation.numbers("actuator_gainprm");
  const biases = simulation.numbers("actuator_biasprm");
  const row = gains.length / simulation.sizes.nactuator;
  const [bias, compensation, spring] = (["qfrc_bias", "qfrc_gravcomp", "qfrc_spring"] as const).map((field) =>
    simulation.state(field)
  );
  const weak = inputs.flatMap(({ actuator, joints, weights }) => {
    if (joints.length !== 1) return [];
    const dof = map.dof[joints[0]];
    const load = bias[dof] - compensation[dof] - spring[dof];
    // gain · weight = −b1 · gear, and the stiffness at the joint is −b1 · gear².
    const scaled = weights[0] * gains[actuator * row];
    const stiffness = scaled * scaled / -biases[actuator * row + 1];
    const sag = Math.abs(load / stiffness);
    return sag > NOTICEABLE ? [`${module.joints[joints[0]].name} by ${sag.toPrecision(2)}`] : [];
  });
  return weak.length === 0 ? [] : [
    `the position actuators give way under the robot's weight: ${
      weak.join(", ")
    } (rad or m); use larger gains or gravcomp to avoid it`,
  ];
}
