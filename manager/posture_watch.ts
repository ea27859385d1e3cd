import type { RobotConfig } from "../schemas/manager_config.ts";

const SETTLE_MS = 300;

/** What is known of a robot that is watched. */
export type WatchedRobot = Pick<RobotConfig, "name" | "mode" | "module">;

/** A posture at which a robot was kept: how well it stood there. */
export interface PostureRecord {
  /** Time since the start of the loop [s]. */
  at_s: number;
  /** The commanded joint positions [rad or m]. */
  target: number[];
  /** Largest difference between commanded and measured position of a joint, at the end of the stay [rad or m]. */
  tracking_error: number;
  /** The joint with that difference. */
  joint: string;
}

/** Notices when the commanded position of a robot stands still, and how far the robot then is from it. Not for inside a cycle. */
export class PostureWatch {
  /** Postures so far, in order. */
  readonly postures: PostureRecord[] = [];
  readonly #robot: WatchedRobot;
  readonly #live: Float64Array;
  readonly #last: Float64Array;
  #stillSince = 0;
  #recorded = false;

  /** `live`: positions, velocities, torques and commands of the robot, as the loop writes them. */
  constructor(robot: WatchedRobot, live: Float64Array) {
    this.#robot = robot;
    this.#live = live;
    this.#last = new Float64Array(robot.module.joints.length).fill(NaN);
  }

  /** Looks; to be called some ten times a second, `nowMs` after the start of the loop. */
  look(nowMs: number): void {
    if (this.#robot.mode !== "position") return;
    const joints = this.#last.length;
    const command = this.#live.slice(3 * joints, 4 * joints);
    // Before the first command the values are NaN, which differs from everything.
    if (command.some((value, i) => value !== this.#last[i])) {
      this.#last.set(command);
      this.#stillSince = nowMs;
      this.#recorded = false;
      return;
    }
    if (nowMs - this.#stillSince < SETTLE_MS) return;
    const record = this.#measure(command, nowMs);
    if (this.#recorded) this.postures[this.postures.length - 1] = { ...record, at_s: this.postures.at(-1)!.at_s };
    else this.postures.push(record);
    this.#recorded = true;
  }

  #measure(command: Float64Array, nowMs: number): PostureRecord {
    let worst = 0;
    for (let i = 0; i < command.length; i++) if (this.#error(command, i) > this.#error(command, worst)) worst = i;
    return {
      at_s: Math.round(nowMs) / 1000,
      target: [...command].map((value) => Math.round(value * 1e6) / 1e6),
      tracking_error: Math.round(this.#error(command, worst) * 1e6) / 1e6,
      joint: this.#robot.module.joints[worst].name,
    };
  }

  #error(command: Float64Array, joint: number): number {
    return Math.abs(command[joint] - this.#live[joint]);
  }
}
