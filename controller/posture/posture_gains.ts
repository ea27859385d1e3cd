import type { JointDescription } from "../../schemas/robot_module.ts";

/** Gains with which the posture controller keeps a robot on its trajectory, one value per joint. */
export interface PostureGains {
  /** Velocity mode: correction per position error [1/s]. */
  readonly velocityPerPosition: number;
  /** Torque mode: torque per position error [Nm/rad or N/m]. */
  readonly stiffness: Float64Array;
  /** Torque mode: torque per velocity error [Nms/rad or Ns/m]. */
  readonly damping: Float64Array;
}

/** Acceleration that a joint can give itself with its whole effort [rad/s²]: effort / this is the inertia the gains are made for. */
const FULL_EFFORT_ACCELERATION = 300;
/** Effort assumed where the module knows none [Nm or N]. */
const DEFAULT_EFFORT = 30;
/** Natural frequency of the joint on its trajectory [rad/s]; less when the controller is called seldom. */
const FREQUENCY = 40;
const FREQUENCY_TIMES_PERIOD = 0.15;
/** Damping ratio; above 1, because the true inertia is mostly larger than the assumed one. */
const DAMPING_RATIO = 1.5;
const VELOCITY_GAIN = 10;
const VELOCITY_GAIN_TIMES_PERIOD = 0.2;

/**
 * The gains for joints whose controller is called every `periodS` seconds. Torque mode: a joint is taken to have the inertia
 * I = effort limit / 300 rad/s²; stiffness I ω², damping 2 · 1.5 · I ω with ω = 40 rad/s, or 0.15 / period when that is less.
 * Velocity mode: 10 / s, or 0.2 / period when that is less.
 */
export function postureGains(joints: readonly JointDescription[], periodS: number): PostureGains {
  const frequency = Math.min(FREQUENCY, FREQUENCY_TIMES_PERIOD / periodS);
  const inertia = Float64Array.from(joints, ({ effort }) => {
    return (effort > 0 && Number.isFinite(effort) ? effort : DEFAULT_EFFORT) / FULL_EFFORT_ACCELERATION;
  });
  return {
    velocityPerPosition: Math.min(VELOCITY_GAIN, VELOCITY_GAIN_TIMES_PERIOD / periodS),
    stiffness: inertia.map((i) => i * frequency * frequency),
    damping: inertia.map((i) => 2 * DAMPING_RATIO * i * frequency),
  };
}
