import { InterfaceBlock } from "../interface/interface_block.ts";
import { LoopEnd } from "../interface/loop_end.ts";
import type { ServedRobot } from "../interface/served_robot.ts";

/**
 * The robots of a simulation that take part, each with a cycle of its interface whenever its period is over.
 *
 * - A robot has at most one cycle a tick: after periods that were made up it goes on from where the world is now.
 * - Real-time safe: `step`, as long as no robot's loop ends.
 */
export class RobotRounds {
  readonly #robots: (ServedRobot | undefined)[];
  readonly #every: readonly number[];
  readonly #onEnded: (robot: number, end: number, error: string) => void;
  /** By robot, number of the tick at which its next cycle is due. */
  readonly #next: Float64Array;

  /** `every`: ticks in the period of each robot. `onEnded` is told when a robot's control loop has ended (see `LoopEnd`), with what went wrong. */
  constructor(every: readonly number[], onEnded: (robot: number, end: number, error: string) => void) {
    this.#every = every;
    this.#onEnded = onEnded;
    this.#robots = every.map(() => undefined);
    this.#next = new Float64Array(every.length);
  }

  /** Has a robot take part from the next tick on. */
  add(index: number, robot: ServedRobot): void {
    this.#robots[index] = robot;
    this.#next[index] = 0;
  }

  /** Whether a robot takes part. */
  has(index: number): boolean {
    return this.#robots[index] !== undefined;
  }

  /**
   * Whether a robot has a cycle at `tick`.
   *
   * @realtime
   */
  isDue(index: number, tick: number): boolean {
    return this.#robots[index] !== undefined && tick >= this.#next[index];
  }

  /**
   * Runs a cycle of each robot that is due at `tick`.
   *
   * @realtime
   */
  step(tick: number): void {
    for (let i = 0; i < this.#robots.length; i++) {
      const robot = this.#robots[i];
      if (robot === undefined || !this.isDue(i, tick)) continue;
      this.#next[i] = (Math.floor(tick / this.#every[i]) + 1) * this.#every[i];
      const isStopped = Atomics.load(robot.block.flags, InterfaceBlock.STOP) !== 0;
      const end = isStopped ? LoopEnd.Stopped : robot.cycle.step();
      // deno-lint-ignore uri/realtime -- once, at the end of a robot's loop
      if (end !== LoopEnd.Running) this.#end(i, robot, end, robot.describe(end));
    }
  }

  /** Ends the loops that were asked to stop: while no time passes. */
  dismiss(): void {
    for (const [index, robot] of this.#robots.entries()) {
      if (robot !== undefined && Atomics.load(robot.block.flags, InterfaceBlock.STOP) !== 0) {
        this.#end(index, robot, LoopEnd.Stopped, "");
      }
    }
  }

  /** Ends the loops of all robots, for `error`; empty: they were asked to. */
  leave(error: string): void {
    for (const [index, robot] of this.#robots.entries()) {
      if (robot !== undefined) this.#end(index, robot, error === "" ? LoopEnd.Stopped : LoopEnd.SyncFault, error);
    }
  }

  #end(index: number, robot: ServedRobot, end: number, error: string): void {
    this.#robots[index] = undefined;
    robot.leave();
    this.#onEnded(index, end, error);
  }
}
