import type { WatchedRobot } from "./posture_watch.ts";

/** Time for which a robot must stand still, away from where it is commanded to be [ms]. */
const STANDS_MS = 1000;
const TRY_AGAIN_MS = 3000;
/** A robot that has sent no State for so long tells nothing [ms]. */
const SILENT_MS = 100;
const FAR = { revolute: 0.05, prismatic: 0.01 };
const STILL = 1e-3;

/**
 * Notices a robot in position mode that does not follow: it stands still, away from its target. Its interface may be refusing the commands, which
 * nothing on the wire tells. Not for inside a cycle.
 */
export class FollowWatch {
  readonly #robot: WatchedRobot;
  readonly #live: Float64Array;
  readonly #stood: Float64Array;
  #since = 0;
  #states = 0;
  #heardMs = 0;
  #startedOver = -Infinity;

  /** `live`: positions, velocities, torques and commands of the robot, as the loop writes them. */
  constructor(robot: WatchedRobot, live: Float64Array) {
    this.#robot = robot;
    this.#live = live;
    this.#stood = new Float64Array(robot.module.joints.length).fill(NaN);
  }

  /**
   * Whether a robot that does not follow should be started over now, `nowMs` after the start of the loop: from where it stands its interface takes
   * Commands again. One that is kept from moving is tried every few seconds.
   */
  startsOver(nowMs: number): boolean {
    if (nowMs - this.#startedOver < TRY_AGAIN_MS) return false;
    this.#startedOver = nowMs;
    return true;
  }

  /**
   * Looks, `nowMs` after the start of the loop, when `states` States have been accepted; returns what to warn of, or an empty text. Of a robot that
   * tells nothing it is not known whether it follows: that is the watchdog's business.
   */
  look(nowMs: number, states: number): string {
    if (this.#robot.mode !== "position") return "";
    if (states !== this.#states) this.#heardMs = nowMs;
    this.#states = states;
    if (nowMs - this.#heardMs > SILENT_MS) this.#since = nowMs;
    const { joints } = this.#robot.module;
    const n = joints.length;
    const moved = joints.some((_, i) => !(Math.abs(this.#live[i] - this.#stood[i]) <= STILL));
    if (moved) {
      this.#stood.set(this.#live.subarray(0, n));
      this.#since = nowMs;
      return "";
    }
    if (nowMs - this.#since < STANDS_MS) return "";
    const at = joints.findIndex(({ type }, i) => Math.abs(this.#live[3 * n + i] - this.#live[i]) > FAR[type]);
    if (at < 0) return "";
    const [target, position] = [this.#live[3 * n + at], this.#live[at]].map((value) => value.toFixed(4));
    return `'${this.#robot.name}' does not follow: joint '${
      joints[at].name
    }' stands at ${position}, its target is ${target}; ` +
      "its interface may be refusing the commands, see its log";
  }
}
