import type { ControlMode } from "../../schemas/control_mode.ts";
import type { ActuatorInput } from "./actuator_input.ts";
import { type ActuatorLaw, actuatorLaw, type ActuatorLawKind } from "./actuator_law.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import { actuatorTransmission, type TransmissionJoint } from "./actuator_transmission.ts";
import type { JointMap } from "./joint_map.ts";
import { jointTies } from "./joint_ties.ts";
import type { MujocoModel } from "./mujoco_model.ts";

const MATCHING: Readonly<Record<ControlMode, readonly ActuatorLawKind[]>> = {
  position: ["position"],
  velocity: ["velocity", "integrated velocity"],
  torque: ["force"],
};

interface Candidate {
  readonly actuator: number;
  readonly law: ActuatorLaw;
  readonly joints: readonly TransmissionJoint[];
}

/**
 * Finds the actuators for a mode, by what they do and what they move (their names and their order do not matter), and the others that
 * act on module joints, which are to be switched off (`switchOffActuator`), so that a joint gets what is commanded and nothing else.
 *
 * - An actuator on one module joint serves it. Of several matching ones the first is used.
 * - In position mode, an actuator on joints that are tied together (a gripper's tendon) serves all module joints among them.
 * - Actuators that touch no module joint are left alone.
 */
export function mapActuators(model: MujocoModel, map: JointMap, mode: ControlMode): ActuatorMap {
  const ties = jointTies(model, map);
  const concerned: Candidate[] = [];
  for (let actuator = 0; actuator < model.simulation.sizes.nactuator; actuator++) {
    const joints = actuatorTransmission(model, actuator);
    if (joints.some(({ joint }) => ties.has(joint))) {
      concerned.push({ actuator, law: actuatorLaw(model, actuator), joints });
    }
  }
  const matching = concerned.filter(({ actuator, law }) =>
    MATCHING[mode].includes(law.kind) && isEnabled(model, actuator)
  );
  const unserved = new Uint8Array(map.joint.length).fill(1);
  const inputs: ActuatorInput[] = [];
  for (const candidate of matching) {
    const { joints } = candidate;
    const module = joints.length === 1 ? map.joint.indexOf(joints[0].joint) : -1;
    if (module < 0 || unserved[module] === 0) continue;
    unserved[module] = 0;
    inputs.push(inputOf(model, candidate, [module], [joints[0].gear], 0));
  }
  for (const candidate of mode === "position" ? matching : []) {
    const tied = candidate.joints.map(({ joint }) => ties.get(joint));
    const group = tied[0]?.group;
    if (inputs.some(({ actuator }) => actuator === candidate.actuator) || tied.some((tie) => tie?.group !== group)) {
      continue;
    }
    const members = [...map.joint.keys()].filter((module) => ties.get(map.joint[module])?.group === group);
    if (members.every((module) => unserved[module] === 0)) continue;
    const used = [...new Set(tied.map((tie) => tie!.module))];
    const sum = (of: (i: number) => number) => candidate.joints.reduce((total, _, i) => total + of(i), 0);
    const gears = used.map((module) =>
      sum((i) => tied[i]!.module === module ? candidate.joints[i].gear * tied[i]!.scale : 0)
    );
    // Fingers that open in opposite directions can cancel out in the tendon's length: it then tells nothing of their position.
    if (gears.every((gear) => Math.abs(gear) < 1e-9)) continue;
    for (const module of members) unserved[module] = 0;
    inputs.push(inputOf(model, candidate, used, gears, sum((i) => candidate.joints[i].gear * tied[i]!.offset)));
  }
  const inUse = new Set(inputs.map(({ actuator }) => actuator));
  const others = concerned.filter(({ actuator }) => !inUse.has(actuator)).map(({ actuator }) => actuator);
  return { inputs, unserved, others };
}

/** False when the model's options switch the actuator, its group or all actuators off. */
function isEnabled({ engine, simulation }: MujocoModel, actuator: number): boolean {
  const group = simulation.integers("actuator_group")[actuator];
  const isGroupOff = group >= 0 && group < 31 && (simulation.disableActuator & (1 << group)) !== 0;
  return !isGroupOff && (simulation.disableFlags & engine.constants.mjDSBL_ACTUATION) === 0;
}

/** `gears` and `constant`: length of the transmission = constant + Σ gears[i] · q[modules[i]]. */
function inputOf(
  { simulation }: MujocoModel,
  { actuator, law }: Candidate,
  modules: readonly number[],
  gears: readonly number[],
  constant: number,
): ActuatorInput {
  const { kind, gain, b0, b1, b2 } = law;
  const state = simulation.integers("actuator_actadr")[actuator];
  const holdOffset = constant === 0 && b0 === 0 ? 0 : (-b1 * constant - b0) / gain;
  const holdWeights = Float64Array.from(gears, (gear) => -b1 * gear / gain);
  let offset = b0 === 0 ? 0 : -b0 / gain;
  let weights = Float64Array.from(gears, (gear) => -b2 * gear / gain);
  if (kind === "position") [offset, weights] = [holdOffset, holdWeights];
  else if (kind === "integrated velocity") [offset, weights] = [0, holdWeights];
  else if (kind === "force") weights = Float64Array.from(gears, (gear) => 1 / (gear * gain));
  return {
    actuator,
    ctrl: simulation.integers("actuator_ctrladr")[actuator],
    act: state < 0 ? -1 : state + simulation.integers("actuator_actnum")[actuator] - 1,
    isIntegrator: kind === "integrated velocity",
    isPlain: offset === 0 && weights.length === 1 && weights[0] === 1,
    offset,
    joints: Int32Array.from(modules),
    weights,
    holdOffset,
    holdWeights,
  };
}
