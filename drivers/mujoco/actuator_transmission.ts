import type { MujocoModel } from "./mujoco_model.ts";

/** One joint that an actuator moves. */
export interface TransmissionJoint {
  /** Number of the joint in the model. */
  readonly joint: number;
  /** Change of the transmission's length per change of the joint's position; the joint gets this many times the actuator's force. */
  readonly gear: number;
}

/**
 * The joints with one axis that an actuator moves directly or through a fixed tendon, with gear and tendon coefficients multiplied.
 * Empty when it works otherwise (on a site, a body, a spatial tendon, a ball joint, …).
 */
export function actuatorTransmission({ engine, simulation }: MujocoModel, actuator: number): TransmissionJoint[] {
  const { constants } = engine;
  // Rows of outputs, of which an actuator may have several.
  const gears = simulation.numbers("actuator_gear");
  const gear = gears[simulation.integers("actuator_outadr")[actuator] * (gears.length / simulation.sizes.nout)];
  const target = simulation.integers("actuator_trnid")[2 * actuator];
  const kind = simulation.integers("actuator_trntype")[actuator];
  const types = simulation.integers("jnt_type");
  if (kind === constants.mjTRN_JOINT || kind === constants.mjTRN_JOINTINPARENT) {
    return types[target] >= constants.mjJNT_SLIDE && gear !== 0 ? [{ joint: target, gear }] : [];
  }
  if (kind !== constants.mjTRN_TENDON) return [];
  const first = simulation.integers("tendon_adr")[target];
  const end = first + simulation.integers("tendon_num")[target];
  const [kinds, objects] = [simulation.integers("wrap_type"), simulation.integers("wrap_objid")];
  const coefficients = simulation.numbers("wrap_prm");
  const joints: TransmissionJoint[] = [];
  for (let wrap = first; wrap < end; wrap++) {
    if (kinds[wrap] !== constants.mjWRAP_JOINT) return [];
    const coefficient = gear * coefficients[wrap];
    if (coefficient !== 0) joints.push({ joint: objects[wrap], gear: coefficient });
  }
  return joints;
}
