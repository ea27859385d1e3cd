import type { JointDescription } from "../../schemas/robot_module.ts";
import type { PostureGains } from "./posture_gains.ts";
import type { PostureMotion } from "./posture_motion.ts";
import { PosturePhase } from "./posture_phase.ts";

/**
 * One robot of the posture controller: its measurements, its motion, and its command for each mode.
 *
 * Real-time safe: everything but the constructor.
 */
export class PostureRobot {
  /** Command in position mode [rad or m]: the trajectory. */
  readonly position: Float64Array;
  /** Command in velocity mode [rad/s or m/s]: the trajectory's velocity and a correction of the position error. */
  readonly velocity: Float64Array;
  /** Command in torque mode [Nm or N]: a PD around the trajectory. */
  readonly torque: Float64Array;
  /** The motion. */
  readonly motion: PostureMotion;
  readonly #gains: PostureGains;
  readonly #periodS: number;
  readonly #largestVelocity: Float64Array;
  readonly #largestEffort: Float64Array;
  readonly #q: Float64Array;
  readonly #qd: Float64Array;
  readonly #previousQ: Float64Array;
  #velocityMeasured = false;
  #initialized = false;

  /** `periodS`: period of `step()` [s]. */
  constructor(joints: readonly JointDescription[], motion: PostureMotion, gains: PostureGains, periodS: number) {
    const unlimited = (limit: number) => limit > 0 ? limit : Infinity;
    this.motion = motion;
    this.#gains = gains;
    this.#periodS = periodS;
    this.#largestVelocity = Float64Array.from(joints, (joint) => unlimited(joint.velocity));
    this.#largestEffort = Float64Array.from(joints, (joint) => unlimited(joint.effort));
    this.position = motion.position;
    this.velocity = new Float64Array(joints.length);
    this.torque = new Float64Array(joints.length);
    this.#q = new Float64Array(joints.length);
    this.#qd = new Float64Array(joints.length);
    this.#previousQ = new Float64Array(joints.length);
  }

  /**
   * True once the robot was initialised.
   *
   * @realtime
   */
  isInitialized(): boolean {
    return this.#initialized;
  }

  /**
   * The robot stands at `q`. Returns 0, or -1 when that is not one finite number per joint.
   *
   * @realtime
   */
  initialize(q: Float64Array): number {
    this.#initialized = false;
    if (!copyFinite(q, q.length, this.#q)) return -1;
    this.#previousQ.set(this.#q);
    this.#qd.fill(0);
    this.#velocityMeasured = false;
    this.velocity.fill(0);
    this.torque.fill(0);
    this.motion.restart(this.#q);
    this.#initialized = true;
    return 0;
  }

  /**
   * Measured positions; other than one finite number per joint is ignored.
   *
   * @realtime
   */
  measurePosition(q: Float64Array, count: number): void {
    copyFinite(q, count, this.#q);
  }

  /**
   * Measured velocities; without them they are taken from the positions.
   *
   * @realtime
   */
  measureVelocity(qd: Float64Array, count: number): void {
    this.#velocityMeasured = copyFinite(qd, count, this.#qd);
  }

  /**
   * One control step: moves on the trajectory and computes the three commands.
   *
   * @realtime
   */
  step(): void {
    if (!this.#initialized) return;
    // Before the first step there is no position of one period ago.
    const difference = !this.#velocityMeasured && this.motion.phase !== PosturePhase.Waiting;
    this.motion.step(this.#q);
    for (let i = 0; i < this.position.length; i++) {
      if (difference) this.#qd[i] = (this.#q[i] - this.#previousQ[i]) / this.#periodS;
      this.#previousQ[i] = this.#q[i];
      const error = this.position[i] - this.#q[i];
      const rate = this.motion.velocity[i];
      this.velocity[i] = limited(rate + this.#gains.velocityPerPosition * error, this.#largestVelocity[i]);
      const torque = this.#gains.stiffness[i] * error + this.#gains.damping[i] * (rate - this.#qd[i]);
      this.torque[i] = limited(torque, this.#largestEffort[i]);
    }
  }
}

/**
 * Copies when there is one finite number for each place; tells whether it did.
 *
 * @realtime
 */
function copyFinite(from: Float64Array, count: number, to: Float64Array): boolean {
  if (count !== to.length || from.length < count) return false;
  for (let i = 0; i < count; i++) {
    if (!Number.isFinite(from[i])) return false;
  }
  for (let i = 0; i < count; i++) to[i] = from[i];
  return true;
}

/** @realtime */
function limited(value: number, most: number): number {
  if (value > most) return most;
  return value < -most ? -most : value;
}
