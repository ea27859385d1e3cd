import type { Clock } from "../core/clock.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { PeriodPace } from "../drivers/mujoco/period_pace.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import type { RobotRounds } from "./robot_rounds.ts";
import { SimulationBlock as B } from "./simulation_block.ts";
import type { WorldCycle } from "./world_cycle.ts";

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
  /** Length of a tick [ns]. */
  readonly tickNs: number;
  /** Keeps simulated time with the wall clock; its period is the tick. */
  readonly pace: PeriodPace;
  /** The robots. */
  readonly rounds: RobotRounds;
}

/**
 * One tick of a simulation: time passes in the world, then those robots have a cycle of their interface whose period is over.
 *
 * - Blocks: until the tick's absolute deadline.
 * - Real-time safe: `tick`, as long as no robot's loop ends.
 */
export class SimulationCycle implements WorldCycle {
  /** Never: it ends when it is asked to. */
  readonly isOver = false;
  readonly #p: SimulationCycleParts;
  /** Number of the tick; start of its parts, when the one before had passed [ns]. */
  readonly #t = new Float64Array(3);

  /** Takes what it needs. */
  constructor(parts: SimulationCycleParts) {
    this.#p = parts;
  }

  /**
   * Time waits for nobody.
   *
   * @realtime
   */
  await(): boolean {
    return true;
  }

  /**
   * Runs one tick. Returns 0, or a negative number when the world cannot go on.
   *
   * @realtime
   */
  tick(): number {
    const { block, clock, pace, rounds, tickNs } = this.#p;
    const t = this.#t;
    pace.begin();
    t[1] = clock.now();
    if (block.values[B.START] === 0) block.values[B.START] = t[1];
    if (this.#advance(1) < 0) return -1;
    block.histograms[B.H_PHYSICS].record(clock.now() - t[1]);
    if (this.#advance(pace.endPhysics()) < 0 || this.#advance(pace.sleep()) < 0) return -1;
    pace.finish();
    t[1] = clock.now();
    if (t[2] > 0) block.histograms[B.H_LATE].record(t[1] - t[2] - tickNs);
    t[2] = t[1];
    block.values[B.NOW] = t[1];
    block.values[B.MADE_UP] = pace.madeUp;
    block.values[B.LOST] = pace.lost;
    rounds.step(t[0]);
    block.histograms[B.H_ROBOTS].record(clock.now() - t[1]);
    return 0;
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
}
