import { FollowWatch } from "../follow_watch.ts";
import { ManagerBlock as B } from "../manager_block.ts";
import { type PostureRecord, PostureWatch, type WatchedRobot } from "../posture_watch.ts";

/** Simulated time between two looks [ns]. */
const EVERY_NS = 20e6;
/** Simulated time after which the same is told again [ns]. */
const AGAIN_NS = 5e9;

/**
 * Looks at the robots of a manager in lock step by simulated time: what is told of them is the same in each run, however fast time passes. For
 * the thread of the loop, between ticks.
 */
export class LockstepLooks {
  readonly #robots: readonly WatchedRobot[];
  readonly #postures: readonly PostureWatch[];
  readonly #follows: readonly FollowWatch[];
  readonly #toldNs: Float64Array;
  readonly #values: Float64Array;
  readonly #warn: (text: string) => void;
  #nextNs = 0;

  /** `live`: by robot, what the loop writes of it; `values`: counters of the loop; `warn`: takes a line for the log. */
  constructor(
    robots: readonly WatchedRobot[],
    live: readonly Float64Array[],
    values: Float64Array,
    warn: (text: string) => void,
  ) {
    this.#robots = robots;
    this.#postures = robots.map((robot, index) => new PostureWatch(robot, live[index]));
    this.#follows = robots.map((robot, index) => new FollowWatch(robot, live[index]));
    this.#toldNs = new Float64Array(robots.length).fill(-Infinity);
    this.#values = values;
    this.#warn = warn;
  }

  /** Looks when it is time to; to be called after each tick, `sinceStartNs` of simulated time after the first one. */
  look(sinceStartNs: number): void {
    if (sinceStartNs < this.#nextNs) return;
    this.#nextNs = sinceStartNs + EVERY_NS;
    for (const index of this.#robots.keys()) {
      this.#postures[index].look(sinceStartNs / 1e6);
      const fault = this.#follows[index].look(
        sinceStartNs / 1e6,
        this.#values[B.VALUES + index * B.ROBOT_VALUES + B.STATES],
      );
      if (fault === "" || sinceStartNs - this.#toldNs[index] < AGAIN_NS) continue;
      this.#toldNs[index] = sinceStartNs;
      this.#warn(fault);
    }
  }

  /** Postures at which each robot was kept, by its number. */
  postures(): PostureRecord[][] {
    return this.#postures.map(({ postures }) => [...postures]);
  }
}
