import type { MujocoModel } from "./mujoco_model.ts";

/**
 * What an actuator does with its control input, told from its gain, bias and activation parameters; a compiled model no longer knows
 * whether it was written as `<position>` or `<general>`. For a length L of the transmission:
 *
 * - position: the force is zero at L = (gain · ctrl + b0) / −b1
 * - velocity: the force is zero at dL/dt = (gain · ctrl + b0) / −b2
 * - integrated velocity: as position, with the time integral of ctrl in its place
 * - force: the force is gain · ctrl + b0
 * - other: none of these (muscle, PID, DC motor, user code, …)
 */
export type ActuatorLawKind = "position" | "velocity" | "integrated velocity" | "force" | "other";

/** The law of one actuator, see {@link ActuatorLawKind}. */
export interface ActuatorLaw {
  /** What it does. */
  readonly kind: ActuatorLawKind;
  /** Force per unit of control input. */
  readonly gain: number;
  /** Constant force. */
  readonly b0: number;
  /** Force per unit of length, negative for a position servo. */
  readonly b1: number;
  /** Force per unit of velocity, negative for damping. */
  readonly b2: number;
}

/** Reads the law of actuator number `actuator`. */
export function actuatorLaw({ engine, simulation }: MujocoModel, actuator: number): ActuatorLaw {
  const { constants } = engine;
  const gains = simulation.numbers("actuator_gainprm");
  const biases = simulation.numbers("actuator_biasprm");
  const rowsOf = simulation.sizes.nactuator;
  const gain = gains[actuator * (gains.length / rowsOf)];
  const biasRow = actuator * (biases.length / rowsOf);
  const biasType = simulation.integers("actuator_biastype")[actuator];
  const isAffine = biasType === constants.mjBIAS_AFFINE;
  const [b0, b1, b2] = isAffine ? biases.subarray(biasRow, biasRow + 3) : [0, 0, 0];
  const isLinear = simulation.integers("actuator_gaintype")[actuator] === constants.mjGAIN_FIXED && gain !== 0 &&
    (isAffine || biasType === constants.mjBIAS_NONE) && simulation.integers("actuator_ctrlnum")[actuator] === 1;
  if (!isLinear) return { kind: "other", gain, b0, b1, b2 };
  const dynamics = simulation.integers("actuator_dyntype")[actuator];
  const isDirect = dynamics === constants.mjDYN_NONE;
  const isFiltered = dynamics === constants.mjDYN_FILTER || dynamics === constants.mjDYN_FILTEREXACT;
  let kind: ActuatorLawKind = "other";
  if (b1 < 0 && (isDirect || isFiltered)) kind = "position";
  else if (b1 < 0 && dynamics === constants.mjDYN_INTEGRATOR) kind = "integrated velocity";
  else if (b1 === 0 && b2 < 0 && (isDirect || isFiltered)) kind = "velocity";
  else if (b1 === 0 && b2 === 0 && isDirect) kind = "force";
  return { kind, gain, b0, b1, b2 };
}
