import type { JointDescription } from "../schemas/robot_module.ts";

const REVOLUTE = { least: 0.02, most: 0.05 };
const PRISMATIC = { least: 0.005, most: 0.01 };
const REACH_S = 0.01;

/**
 * How far the first position target after a gap may be from the measured position, one value per joint [rad or m]: what the joint
 * does in 10 ms at its velocity limit, but at least 0.02 rad (0.005 m) and at most 0.05 rad (0.01 m). A robot that is held stands still,
 * and a controller that starts from its State asks for less than that. A joint of unknown speed, and one beyond the end of `limits`, has
 * the least value.
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
