import type { PostureLimits } from "./posture_limits.ts";
import { PosturePhase } from "./posture_phase.ts";

/** Largest velocity of the minimum-jerk motion over distance d in time T is 15/8 · d/T. */
const PEAK_VELOCITY = 15 / 8;
/** Largest acceleration is 10/√3 · d/T². */
const PEAK_ACCELERATION = 10 / Math.sqrt(3);

/** Indices of the counters. */
const STEP = 0; // steps done of the present motion
const STEPS = 1; // steps of the whole motion
const DWELLED = 2; // steps done of the present dwell

/** What a motion is made from. */
export interface PostureMotionOptions {
  /** Joint vectors to go through, in the reference order [rad or m]; none: the robot holds. */
  readonly targets: readonly (readonly number[])[];
  /** Limits of velocity and acceleration. */
  readonly limits: PostureLimits;
  /** Period of `step()` [s]. */
  readonly periodS: number;
  /** Time to stay at each target [s]. */
  readonly dwellS: number;
  /** Whether the first target follows on the last. */
  readonly loop: boolean;
}

/**
 * Motion of one robot through its targets: for each, a minimum-jerk motion (the quintic of Flash and Hogan, 1985) that starts and ends
 * at rest, all joints at the same time, as fast as the slowest joint's limits allow; then the dwell.
 *
 * - Time is counted in whole steps; a motion lasts a whole number of steps, rounded up, so limits are kept and nothing drifts.
 * - The first `step()` after `restart()` gives exactly the measured position.
 * - Real-time safe: everything but the constructor.
 */
export class PostureMotion {
  /** Position at the last step [rad or m]. */
  readonly position: Float64Array;
  /** Velocity at the last step [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** A code of `PosturePhase`. */
  phase: number;
  /** Index of the present target; -1 while there is none. */
  target: number;
  readonly #targets: readonly Float64Array[];
  readonly #from: Float64Array;
  readonly #limits: PostureLimits;
  readonly #periodS: number;
  readonly #dwellSteps: number;
  readonly #loop: boolean;
  readonly #counters = new Float64Array(3); // whole numbers, which never run over

  /** `joints`: number of joints, the length of every target and limit. */
  constructor(joints: number, options: PostureMotionOptions) {
    this.position = new Float64Array(joints);
    this.velocity = new Float64Array(joints);
    this.phase = PosturePhase.Waiting;
    this.target = -1;
    this.#targets = options.targets.map((target) => Float64Array.from(target));
    this.#from = new Float64Array(joints);
    this.#limits = options.limits;
    this.#periodS = options.periodS;
    this.#dwellSteps = Math.round(options.dwellS / options.periodS);
    this.#loop = options.loop;
  }

  /**
   * The robot stands at `q`; the next `step()` starts anew from the position given there.
   *
   * @realtime
   */
  restart(q: Float64Array): void {
    this.phase = PosturePhase.Waiting;
    this.target = -1;
    this.#stand(q);
  }

  /**
   * Goes one period on. `measured`: where the robot is, read by the first step after `restart()` only.
   *
   * @realtime
   */
  step(measured: Float64Array): void {
    if (this.phase === PosturePhase.Waiting) {
      this.#stand(measured);
      if (this.#targets.length === 0) this.phase = PosturePhase.Holding;
      else this.#begin(0);
      return;
    }
    if (this.phase === PosturePhase.Dwelling) {
      if (this.#counters[DWELLED] < this.#dwellSteps) {
        this.#counters[DWELLED]++;
        return;
      }
      this.#next();
    }
    if (this.phase === PosturePhase.Moving) this.#move();
  }

  /** @realtime */
  #stand(q: Float64Array): void {
    for (let i = 0; i < this.position.length; i++) {
      this.position[i] = q[i];
      this.velocity[i] = 0;
    }
  }

  /** @realtime */
  #next(): void {
    const next = this.target + 1;
    if (next < this.#targets.length) this.#begin(next);
    else if (this.#loop) this.#begin(0);
    else this.phase = PosturePhase.Staying;
  }

  /**
   * Plans the motion from the present position to target `index`.
   *
   * @realtime
   */
  #begin(index: number): void {
    const to = this.#targets[index];
    let durationS = 0;
    for (let i = 0; i < to.length; i++) {
      this.#from[i] = this.position[i];
      const distance = Math.abs(to[i] - this.position[i]);
      const byVelocity = PEAK_VELOCITY * distance / this.#limits.velocity[i];
      const byAcceleration = Math.sqrt(PEAK_ACCELERATION * distance / this.#limits.acceleration[i]);
      if (byVelocity > durationS) durationS = byVelocity;
      if (byAcceleration > durationS) durationS = byAcceleration;
    }
    this.target = index;
    this.#counters[STEP] = 0;
    this.#counters[STEPS] = Math.ceil(durationS / this.#periodS);
    this.#counters[DWELLED] = 0;
    this.phase = this.#counters[STEPS] === 0 ? PosturePhase.Dwelling : PosturePhase.Moving;
  }

  /** @realtime */
  #move(): void {
    const to = this.#targets[this.target];
    const steps = this.#counters[STEPS];
    const step = ++this.#counters[STEP];
    if (step >= steps) {
      this.#stand(to);
      this.#counters[DWELLED] = 0;
      this.phase = PosturePhase.Dwelling;
      return;
    }
    const u = step / steps;
    const share = u * u * u * (10 + u * (6 * u - 15));
    const rate = 30 * u * u * (1 - u) * (1 - u) / (steps * this.#periodS);
    for (let i = 0; i < to.length; i++) {
      const distance = to[i] - this.#from[i];
      this.position[i] = this.#from[i] + distance * share;
      this.velocity[i] = distance * rate;
    }
  }
}
