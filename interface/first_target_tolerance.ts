import type { JointDescription } from "../schemas/robot_module.ts";

const REVOLUTE = { least: 0.05, most: 0.2 };
const PRISMATIC = { least: 0.01, most: 0.05 };
const REACH_S = 0.05;

/**
 * How far the first position target after a gap may be from the measured position, one value per joint [rad or m]: what the joint
 * does in 50 ms at its velocity limit, but at least 0.05 rad (0.01 m) and at most 0.2 rad (0.05 m). That is more than a robot that
 * moves lags behind its target, and less than a motion that anybody would call a jump. A joint of unknown speed, and one
 * beyond the end of `limits`, has the least value.
 */
export function firstTargetTolerance(limits: readonly JointDescription[], joints: number): Float64Array {
  const tolerance = new Float64Array(joints).fill(REVOLUTE.least);
  limits.forEach((joint, i) => {
    const { least, most } = joint.type === "prismatic" ? PRISMATIC : REVOLUTE;
    const reach = Number.isFinite(joint.velocity) ? joint.velocity * REACH_S : 0;
    tolerance[i] = Math.min(most, Math.max(least, reach));
  });
  return tolerance;
}
