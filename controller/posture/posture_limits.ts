import type { JointDescription } from "../../schemas/robot_module.ts";

/** Limits of a motion, one value per joint. */
export interface PostureLimits {
  /** Largest speed [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** Largest acceleration [rad/s² or m/s²]. */
  readonly acceleration: Float64Array;
}

/** What a joint is given where its module knows no limit. */
const DEFAULTS = {
  revolute: { velocity: 1, acceleration: 2 },
  prismatic: { velocity: 0.1, acceleration: 0.5 },
};

/**
 * The limits within which the posture controller moves: those of the joints times `speed`. A joint without a limit (infinite, or zero
 * as some files have it) gets 1 rad/s and 2 rad/s², or 0.1 m/s and 0.5 m/s².
 */
export function postureLimits(joints: readonly JointDescription[], speed: number): PostureLimits {
  const usable = (limit: number, instead: number) => (limit > 0 && Number.isFinite(limit) ? limit : instead) * speed;
  return {
    velocity: Float64Array.from(joints, (joint) => usable(joint.velocity, DEFAULTS[joint.type].velocity)),
    acceleration: Float64Array.from(joints, (joint) => usable(joint.acceleration, DEFAULTS[joint.type].acceleration)),
  };
}
