import type { Clock } from "../core/clock.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { PeriodPace } from "../drivers/mujoco/period_pace.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import { InterfaceBlock } from "../interface/interface_block.ts";
import { LoopEnd } from "../interface/loop_end.ts";
import type { ServedRobot } from "../interface/served_robot.ts";
import { SimulationBlock as B } from "./simulation_block.ts";

/** What a {@link SimulationCycle} is made of. */
export interface SimulationCycleParts {
  /** The world. */
  readonly world: MujocoWorld;
  /** Physics steps in a tick. */
  readonly steps: number;
  /** Flags and counters. */
  readonly block: SharedBlock;
  /** Steady time. */
  readonly clock: Clock;
  /** Keeps simulated time with the wall clock; its period is the tick. */
  readonly pace: PeriodPace;
  /** Ticks in the period of each robot. */
  readonly every: readonly number[];
  /** Told when a robot's control loop has ended (see `LoopEnd`), with what went wrong. */
  readonly onEnded: (robot: number, end: number, error: string) => void;
}

/**
 * One tick of a simulation: time passes in the world, then those robots have a cycle of their interface whose period is over.
 *
 * - A robot has at most one cycle a tick: after periods that were made up it goes on from where the world is now.
 * - Blocks: until the tick's absolute deadline.
 * - Real-time safe: `tick`, as long as no robot's loop ends.
 */
export class SimulationCycle {
  readonly #p: SimulationCycleParts;
  readonly #robots: (ServedRobot | undefined)[];
  /** By robot, number of the tick at which its next cycle is due. */
  readonly #next: Float64Array;
  /** Number of the tick; start and end of its parts [ns]. */
  readonly #t = new Float64Array(3);

  /** Takes what it needs; no robot takes part yet. */
  constructor(parts: SimulationCycleParts) {
    this.#p = parts;
    this.#robots = parts.every.map(() => undefined);
    this.#next = new Float64Array(parts.every.length);
  }

  /** Has a robot take part from the next tick on. */
  add(index: number, robot: ServedRobot): void {
    this.#robots[index] = robot;
    this.#next[index] = 0;
  }

  /**
   * Runs one tick. Returns 0, or a negative number when the world cannot go on.
   *
   * @realtime
   */
  tick(): number {
    const { block, clock, pace } = this.#p;
    const t = this.#t;
    pace.begin();
    t[1] = clock.now();
    if (block.values[B.START] === 0) block.values[B.START] = t[1];
    if (this.#advance(1) < 0) return -1;
    block.histograms[B.H_PHYSICS].record(clock.now() - t[1]);
    if (this.#advance(pace.endPhysics()) < 0 || this.#advance(pace.sleep()) < 0) return -1;
    pace.finish();
    t[1] = clock.now();
    block.values[B.NOW] = t[1];
    block.values[B.MADE_UP] = pace.madeUp;
    block.values[B.LOST] = pace.lost;
    for (let i = 0; i < this.#robots.length; i++) {
      const robot = this.#robots[i];
      if (robot === undefined || t[0] < this.#next[i]) continue;
      this.#next[i] = (Math.floor(t[0] / this.#p.every[i]) + 1) * this.#p.every[i];
      this.#step(i, robot);
    }
    block.histograms[B.H_ROBOTS].record(clock.now() - t[1]);
    return 0;
  }

  /** Ends the loops of all robots, for `error`; empty: they were asked to. */
  leave(error: string): void {
    for (const [index, robot] of this.#robots.entries()) {
      if (robot !== undefined) this.#end(index, robot, error === "" ? LoopEnd.Stopped : LoopEnd.SyncFault, error);
    }
  }

  /**
   * Lets `ticks` pass.
   *
   * @realtime
   */
  #advance(ticks: number): number {
    if (ticks <= 0) return 0;
    const { world, steps, block } = this.#p;
    if (world.advance(ticks * steps) < 0) return -1;
    this.#t[0] += ticks;
    block.values[B.TICKS] = this.#t[0];
    return 0;
  }

  /** @realtime */
  #step(index: number, robot: ServedRobot): void {
    const isStopped = Atomics.load(robot.block.flags, InterfaceBlock.STOP) !== 0;
    const end = isStopped ? LoopEnd.Stopped : robot.cycle.step();
    // deno-lint-ignore uri/realtime -- once, at the end of a robot's loop
    if (end !== LoopEnd.Running) this.#end(index, robot, end, robot.describe(end));
  }

  #end(index: number, robot: ServedRobot, end: number, error: string): void {
    this.#robots[index] = undefined;
    robot.leave();
    this.#p.onEnded(index, end, error);
  }
}
