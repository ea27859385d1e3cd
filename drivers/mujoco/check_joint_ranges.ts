import { quoted } from "../../core/quoted.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { JointMap } from "./joint_map.ts";
import { mujocoError } from "./mujoco_error.ts";
import type { MujocoModel } from "./mujoco_model.ts";

const DEGREE = Math.PI / 180;
/** Rounded limits are common (6.2831 for 2π): a range counts as wide enough when it lacks less than this part of its width. */
const TOLERANCE = 1e-3;
/** Limits are the same in degrees and radians when they differ by less than this part. */
const SAME = 0.02;

/** A limited joint, in rad or m. */
interface Limits {
  /** In the model. */
  readonly model: readonly [number, number];
  /** In the module. */
  readonly module: readonly [number, number];
}

/**
 * Compares the limits of the module's joints with their ranges in the model, and with where they stand. Returns one warning for each joint that stops
 * before a limit of the module, that stands beyond its range, so that MuJoCo pushes it back, or beyond a limit of the module. Throws a `DriverError` where the two have nothing in
 * common, or are the same numbers in degrees and radians: MJCF takes angles for degrees unless it is told otherwise.
 */
export function checkJointRanges(
  { simulation, path }: MujocoModel,
  module: RobotModule,
  joints: JointMap,
): string[] {
  const [limited, ranges, positions] = [
    simulation.flags("jnt_limited"),
    simulation.numbers("jnt_range"),
    simulation.state("qpos"),
  ];
  const warnings: string[] = [];
  const faults: string[] = [];
  let isConfused = false;
  module.joints.forEach(({ name, type, lower, upper }, index) => {
    const joint = joints.joint[index];
    const position = positions[joints.qpos[index]];
    const room = TOLERANCE * (Number.isFinite(upper - lower) ? upper - lower : 1);
    const stands = position < lower - room || position > upper + room
      ? `joint ${quoted(name)} stands at ${short(position)}, beyond its limits in module ${module.name} of ${
        short(lower)
      } to ${short(upper)}: commands that leave it there are refused; correct the keyframe or the module`
      : "";
    if (limited[joint] === 0) {
      if (stands !== "") warnings.push(stands);
      return;
    }
    const [low, high] = ranges.subarray(2 * joint, 2 * joint + 2);
    const limits: Limits = { model: [low, high], module: [lower, upper] };
    const facts = `joint ${quoted(name)} moves from ${short(low)} to ${short(high)} in the model and from ${
      short(lower)
    } to ${short(upper)} in module ${module.name}`;
    const slack = TOLERANCE * (high - low);
    const isDegrees = type === "revolute" && areDegrees(limits);
    isConfused ||= isDegrees;
    if (isDegrees || lower > high || upper < low) faults.push(facts);
    else if ((Number.isFinite(lower) && lower < low - slack) || (Number.isFinite(upper) && upper > high + slack)) {
      warnings.push(`${facts}: it stops there`);
    }
    if (!isDegrees && (position < low - slack || position > high + slack)) {
      warnings.push(
        `joint ${quoted(name)} stands at ${short(position)}, beyond its range in the model of ${short(low)} to ${
          short(high)
        }, and is pushed back; correct the keyframe or the range`,
      );
    } else if (!isDegrees && stands !== "") warnings.push(stands);
  });
  if (faults.length > 0) {
    throw mujocoError(
      `checking the joints of ${path}: ${faults.join("; ")}; ranges that overlap were wanted; ${
        isConfused
          ? `angles of an MJCF file are degrees unless it says <compiler angle="radian"/>: add that, or write degrees`
          : "correct the range or the module"
      }`,
    );
  }
  return warnings;
}

/** True when a range is that of the module with radians read as degrees. */
function areDegrees({ model, module }: Limits): boolean {
  const isSame = (value: number, wanted: number) => Math.abs(value - wanted) <= SAME * Math.abs(wanted);
  return module.some((limit) => limit !== 0 && Number.isFinite(limit)) &&
    module.every((limit, end) => !Number.isFinite(limit) || isSame(model[end], limit * DEGREE));
}

function short(value: number): string {
  return String(Number(value.toPrecision(5)));
}
