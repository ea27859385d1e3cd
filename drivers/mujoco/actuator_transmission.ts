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
export function actuatorTransmission({ engine, model }: MujocoModel, actuator: number): TransmissionJoint[] {
  const { mjtTrn, mjtWrap, mjtJoint } = engine.api;
  // Rows of outputs, of which an actuator may have several.
  const gears: Float64Array = model.actuator_gear;
  const gear = gears[model.actuator_outadr[actuator] * (gears.length / model.nout)];
  const target: number = model.actuator_trnid[2 * actuator];
  const kind: number = model.actuator_trntype[actuator];
  const types: Int32Array = model.jnt_type;
  if (kind === mjtTrn.mjTRN_JOINT.value || kind === mjtTrn.mjTRN_JOINTINPARENT.value) {
    return types[target] >= mjtJoint.mjJNT_SLIDE.value && gear !== 0 ? [{ joint: target, gear }] : [];
  }
  if (kind !== mjtTrn.mjTRN_TENDON.value) return [];
  const first: number = model.tendon_adr[target];
  const joints: TransmissionJoint[] = [];
  for (let wrap = first; wrap < first + model.tendon_num[target]; wrap++) {
    if (model.wrap_type[wrap] !== mjtWrap.mjWRAP_JOINT.value) return [];
    const coefficient = gear * model.wrap_prm[wrap];
    if (coefficient !== 0) joints.push({ joint: model.wrap_objid[wrap], gear: coefficient });
  }
  return joints;
}
