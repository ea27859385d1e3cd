import type { SharedBlock } from "../../core/shared_block.ts";
import type { SimulatedClock } from "../../core/simulated_clock.ts";
import { Standby } from "../../core/standby.ts";
import type { SystemClock } from "../../core/system_clock.ts";
import type { MujocoWorld } from "../../drivers/mujoco/world/mujoco_world.ts";
import type { RobotRounds } from "../robot_rounds.ts";
import { SimulationBlock as B } from "../simulation_block.ts";
import type { LockstepChannel } from "./lockstep_channel.ts";
import type { WorldCycle } from "../world_cycle.ts";
import { LockstepWait } from "./lockstep_wait.ts";

/** Time without an answer after which the States are sent once more [ns]. */
const RESEND_NS = 50e6;

/** What a {@link LockstepCycle} is made of. */
export interface LockstepCycleParts {
  /** The world. */
  readonly world: MujocoWorld;
  /** Physics steps in a tick. */
  readonly steps: number;
  /** Length of a tick [ns]. */
  readonly tickNs: number;
  /** Simulated time of the first tick [ns]: a multiple of every robot's period. */
  readonly startNs: number;
  /** Ticks to simulate; `Infinity`: without end. */
  readonly ticks: number;
  /** Flags and counters. */
  readonly block: SharedBlock;
  /** Simulated time, which the cycle sets. */
  readonly clock: SimulatedClock;
  /** Steady time, for the figures. */
  readonly wall: SystemClock;
  /** The robots. */
  readonly rounds: RobotRounds;
  /** The messages of each robot that takes part. */
  readonly channels: readonly (LockstepChannel | undefined)[];
}

/**
 * Time in lock step: a tick passes when every robot's manager has answered its last State.
 *
 * - Time begins when each robot has a manager: the first States are those of the start.
 * - The command that answers a State takes effect in the cycle after it: as with a real robot, one period later.
 * - When a robot loses its manager, time passes until its next cycle, which holds it, and then stands until it has one again.
 * - A State that is not answered for 50 ms is sent again, unchanged, with those of the other robots: one who comes late has missed it.
 * - Blocks: only `await`, for at most a millisecond. Real-time safe: every method, as long as no robot's loop ends.
 */
export class LockstepCycle implements WorldCycle {
  readonly #p: LockstepCycleParts;
  /** By robot: 1 when it has had a cycle since its manager went. */
  readonly #held: Uint8Array;
  /** Number of the tick; start of its work, time without an answer, by the wall clock [ns]. */
  readonly #t = new Float64Array(3);
  readonly #standby: Standby;
  #isBegun = false;

  /** Takes what it needs. */
  constructor(parts: LockstepCycleParts) {
    this.#p = parts;
    this.#held = new Uint8Array(parts.channels.length).fill(1);
    this.#standby = new Standby(parts.wall);
    parts.clock.set(parts.startNs);
  }

  /** @realtime */
  get isOver(): boolean {
    return this.#t[0] >= this.#p.ticks;
  }

  /**
   * True when time may pass; else has waited a moment for what is missing.
   *
   * @realtime
   */
  await(): boolean {
    const { channels, block } = this.#p;
    for (let i = 0; i < channels.length; i++) {
      const wait = this.#waitsFor(i);
      if (wait === LockstepWait.None) continue;
      const waitedNs = this.#standby.wait(channels[i]);
      if (waitedNs === 0) return false;
      this.#p.rounds.dismiss();
      block.values[B.WAIT_ROBOT] = i;
      block.values[B.WAIT] = wait;
      if (wait === LockstepWait.Manager) block.values[B.STOOD] += waitedNs;
      else this.#resend(waitedNs);
      return false;
    }
    if (block.values[B.WAIT] !== LockstepWait.None) block.values[B.WAIT] = LockstepWait.None;
    this.#standby.reset();
    this.#t[2] = 0;
    return true;
  }

  /**
   * Runs one tick. Returns 0, or a negative number when the world cannot go on.
   *
   * @realtime
   */
  tick(): number {
    const { world, steps, block, clock, wall, rounds, startNs, tickNs } = this.#p;
    const t = this.#t;
    t[1] = wall.now();
    if (this.#isBegun) {
      if (world.advance(steps) < 0) return -1;
      t[0] += 1;
      clock.set(startNs + t[0] * tickNs);
    } else block.values[B.START] = t[1] - block.values[B.STOOD];
    this.#isBegun = true;
    block.values[B.TICKS] = t[0];
    block.values[B.NOW] = wall.now();
    block.histograms[B.H_PHYSICS].record(block.values[B.NOW] - t[1]);
    // The end is not told any more: nobody could answer it.
    if (t[0] >= this.#p.ticks) return 0;
    this.#noteHolds(t[0]);
    rounds.step(t[0]);
    block.histograms[B.H_ROBOTS].record(wall.now() - block.values[B.NOW]);
    return 0;
  }

  /** @realtime */
  #waitsFor(robot: number): number {
    const channel = this.#p.channels[robot];
    if (channel === undefined || !this.#p.rounds.has(robot)) return LockstepWait.Manager;
    if (channel.isServed) return channel.isAnswered() ? LockstepWait.None : LockstepWait.Answer;
    return this.#held[robot] === 1 ? LockstepWait.Manager : LockstepWait.None;
  }

  /** @realtime */
  #resend(waitedNs: number): void {
    const t = this.#t;
    t[2] += waitedNs;
    if (t[2] < RESEND_NS) return;
    t[2] = 0;
    const { channels } = this.#p;
    for (let i = 0; i < channels.length; i++) channels[i]?.resend();
  }

  /**
   * Before the cycles of a tick: whose manager is gone by now.
   *
   * @realtime
   */
  #noteHolds(tick: number): void {
    const { channels, rounds } = this.#p;
    for (let i = 0; i < channels.length; i++) {
      const channel = channels[i];
      if (channel === undefined || !rounds.isDue(i, tick)) continue;
      this.#held[i] = channel.isServed ? 0 : 1;
    }
  }
}
