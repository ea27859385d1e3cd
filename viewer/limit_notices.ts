import type { JointDescription } from "../schemas/robot_module.ts";

/** A value of a joint that is near a limit of the robot module, or beyond it. */
export interface LimitNotice {
  /** Which value. */
  readonly quantity: "position" | "velocity" | "torque";
  /** Which limit: of a position the lower or the upper one, of the others the largest magnitude. */
  readonly side: "lower" | "upper" | "largest";
  /** `near`: within the last twentieth of the range; `beyond`: outside. */
  readonly state: "near" | "beyond";
  /** The limit [rad or m and their derivatives, Nm or N]. */
  readonly limit: number;
}

/** The part of a range that counts as near a limit. */
const NEAR = 0.05;
/** What counts as near where a range has no other end [rad or m]. */
const NEAR_ONE_SIDED = 0.1;

/** Limits of `joint` that its values are near or beyond: positions, velocities, torques. A value that is not known (NaN, undefined) is at no limit. */
export function limitNotices(
  joint: JointDescription,
  position: number | undefined,
  velocity: number | undefined,
  torque: number | undefined,
): LimitNotice[] {
  const notices: LimitNotice[] = [];
  const at = positionNotice(joint, position);
  if (at !== undefined) notices.push(at);
  const largest = { velocity: [velocity, joint.velocity], torque: [torque, joint.effort] } as const;
  for (const quantity of ["velocity", "torque"] as const) {
    const [value = NaN, limit] = largest[quantity];
    const magnitude = Math.abs(value);
    if (!(magnitude >= (1 - NEAR) * limit)) continue;
    notices.push({ quantity, side: "largest", state: magnitude > limit ? "beyond" : "near", limit });
  }
  return notices;
}

function positionNotice({ lower, upper }: JointDescription, position = NaN): LimitNotice | undefined {
  const range = upper - lower;
  const margin = Number.isFinite(range) ? NEAR * range : NEAR_ONE_SIDED;
  const notice = (side: "lower" | "upper", state: "near" | "beyond"): LimitNotice => ({
    quantity: "position",
    side,
    state,
    limit: side === "lower" ? lower : upper,
  });
  if (position < lower) return notice("lower", "beyond");
  if (position > upper) return notice("upper", "beyond");
  if (position - lower < margin) return notice("lower", "near");
  if (upper - position < margin) return notice("upper", "near");
  return undefined;
}
