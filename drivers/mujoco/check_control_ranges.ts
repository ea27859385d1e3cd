import { quoted } from "../../core/quoted.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { ActuatorInput } from "./actuator_input.ts";
import { mujocoError } from "./mujoco_error.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** Rounded limits are common (6.2831 for 2π): a range counts as wide enough when it lacks less than this part of its width. */
const TOLERANCE = 1e-3;

/**
 * Compares what the module allows with what the actuators can take. Returns one warning for each actuator whose range is narrower:
 * MuJoCo clamps what is beyond. Throws a `DriverError` when no value that the module allows is within the range at all.
 */
export function checkControlRanges(
  model: MujocoModel,
  module: RobotModule,
  mode: ControlMode,
  inputs: readonly ActuatorInput[],
): string[] {
  const warnings: string[] = [];
  for (const input of inputs) {
    const [low, high] = inputRange(model, mode, input);
    const wanted = wantedRange(module, mode, input);
    if (wanted === undefined) continue;
    const [wantedLow, wantedHigh] = wanted;
    const slack = TOLERANCE * (high - low);
    if (!Number.isFinite(slack) || (wantedLow >= low - slack && wantedHigh <= high + slack)) continue;
    const names = Array.from(input.joints, (joint) => quoted(module.joints[joint].name)).join(", ");
    const actuator = model.actuators[input.actuator] || `number ${input.actuator}`;
    const facts =
      `${mode} limits of joint ${names} in module ${module.name} need control values from ${short(wantedLow)} to ` +
      `${short(wantedHigh)}, actuator ${actuator} takes ${short(low)} to ${short(high)}${
        inJointUnits(input, low, high)
      }`;
    if (wantedHigh < low || wantedLow > high) {
      throw mujocoError(
        `checking the actuators of ${model.path}: ${facts}; ranges that overlap were wanted; correct ctrlrange, forcerange or the gains`,
      );
    }
    warnings.push(`${facts}; commands beyond are clamped`);
  }
  return warnings;
}

/** Control values that have an effect. */
function inputRange({ simulation }: MujocoModel, mode: ControlMode, input: ActuatorInput): [number, number] {
  // Rows of control inputs, of which other actuators may have several.
  const isControlLimited = simulation.flags("actuator_ctrllimited")[input.ctrl] === 1;
  const ranges = simulation.numbers("actuator_ctrlrange");
  let low = isControlLimited ? ranges[2 * input.ctrl] : -Infinity;
  let high = isControlLimited ? ranges[2 * input.ctrl + 1] : Infinity;
  if (mode === "torque" && simulation.flags("actuator_forcelimited")[input.actuator] === 1) {
    const gains = simulation.numbers("actuator_gainprm");
    const gain = gains[input.actuator * (gains.length / simulation.sizes.nactuator)];
    const forces = simulation.numbers("actuator_forcerange");
    const ends = [0, 1].map((end) => forces[2 * input.actuator + end] / gain + input.offset);
    low = Math.max(low, Math.min(...ends));
    high = Math.min(high, Math.max(...ends));
  }
  return [low, high];
}

/** Control values that belong to the module's limits; `undefined` when a limit is not known. */
function wantedRange(module: RobotModule, mode: ControlMode, input: ActuatorInput): [number, number] | undefined {
  let low = input.offset;
  let high = input.offset;
  for (let i = 0; i < input.joints.length; i++) {
    const { lower, upper, velocity, effort } = module.joints[input.joints[i]];
    const [from, to] = mode === "position"
      ? [lower, upper]
      : mode === "velocity"
      ? [-velocity, velocity]
      : [-effort, effort];
    const ends = [from * input.weights[i], to * input.weights[i]];
    low += Math.min(...ends);
    high += Math.max(...ends);
  }
  return Number.isFinite(low) && Number.isFinite(high) ? [low, high] : undefined;
}

function inJointUnits(input: ActuatorInput, low: number, high: number): string {
  if (input.joints.length !== 1) return "";
  const ends = [low, high].map((end) => (end - input.offset) / input.weights[0]);
  return ` (${short(Math.min(...ends))} to ${short(Math.max(...ends))} at the joint)`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(5)));
}
