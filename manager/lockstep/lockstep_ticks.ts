import type { Clock } from "../../core/clock.ts";
import { LoopTime } from "../../core/loop_time.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import type { SimulatedClock } from "../../core/simulated_clock.ts";
import { Standby } from "../../core/standby.ts";
import { ManagerBlock as B } from "../manager_block.ts";
import type { ManagerCycle, ServedRobot } from "../manager_cycle.ts";
import { ManagerEnd } from "../manager_end.ts";
import type { LockstepLooks } from "./lockstep_looks.ts";
import type { RepeatingPublisher } from "../../comm/repeating_publisher.ts";
import { StateNews } from "./state_news.ts";
import type { StateWatch } from "./state_watch.ts";

/** What {@link LockstepTicks} are made of. */
export interface LockstepTicksParts {
  /** Runs the ticks. */
  readonly cycle: ManagerCycle;
  /** The robots of the cycle. */
  readonly robots: readonly ServedRobot[];
  /** The States of each of them. */
  readonly watches: readonly StateWatch[];
  /** The sending ends of their Commands. */
  readonly publishers: readonly RepeatingPublisher[];
  /** Tick of the loop [ns]. */
  readonly tickNs: number;
  /** Ends as stopped after so many ticks; `Infinity`: never by itself. */
  readonly ticks: number;
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** Simulated time, which the loop sets. */
  readonly clock: SimulatedClock;
  /** Steady time. */
  readonly wall: Clock;
  /** Called after a tick in which the controller has refused a robot, with its number. */
  readonly onRefusal: (robot: number) => void;
  /** Looks at the robots after each tick. */
  readonly looks: LockstepLooks;
}

/**
 * The control loop of a manager in lock step: a tick runs when the States of all robots that are due in it have come, and its time is theirs.
 *
 * - The first tick waits for a State of every robot, and has the time of the latest of them.
 * - Ticks without a robot that is due, of a controller that is quicker than its robots, run without waiting.
 * - A State that comes once more is answered once more, byte for byte as before: the answer is missing on the other side.
 * - Blocks until it ends.
 */
export class LockstepTicks {
  /** Place, among the robots, of one that is not in step, after `ManagerEnd.OutOfStep`. */
  stray = -1;
  readonly #p: LockstepTicksParts;
  readonly #standby: Standby;
  readonly #time = new LoopTime();
  /** By robot: 1 when its State for this tick is there. */
  readonly #has: Uint8Array;
  /** Number of the tick on the grid of simulated time, 0 before the first; start of its work [ns]. */
  readonly #t = new Float64Array(2);
  /** Number of ticks so far. */
  #done = 0;

  /** Takes what it needs. */
  constructor(parts: LockstepTicksParts) {
    this.#p = parts;
    this.#standby = new Standby(parts.wall);
    this.#has = new Uint8Array(parts.robots.length);
  }

  /** Runs until it ends; tells how, see `ManagerEnd`. */
  run(): number {
    const { block, cycle, looks, onRefusal, ticks } = this.#p;
    const { flags, values, histograms } = block;
    while (this.#done < ticks) {
      if (Atomics.load(flags, B.STOP) !== 0) return ManagerEnd.Stopped;
      const ready = this.#await();
      if (ready < 0) return ManagerEnd.OutOfStep;
      if (ready === 0) continue;
      const end = this.#tick(cycle);
      histograms[B.H_CYCLE].record(this.#p.wall.now() - this.#t[1]);
      values[B.CYCLES] += 1;
      looks.look(this.#time.ns - values[B.BEGAN]);
      if (end !== ManagerEnd.Running) return end;
      if (values[B.REFUSED_BY_CONTROLLER] === 0) continue;
      // Time stands as long as it is not commanded: it is refused again for ever.
      const robot = values[B.REFUSED_BY_CONTROLLER] - 1;
      onRefusal(robot);
      return cycle.giveUp(robot);
    }
    return ManagerEnd.Stopped;
  }

  /** @realtime */
  #tick(cycle: ManagerCycle): number {
    const { clock, tickNs, wall } = this.#p;
    this.#t[1] = wall.now();
    clock.set(this.#t[0] * tickNs);
    this.#time.ns = clock.now();
    const end = cycle.tick(this.#t[0], this.#time);
    this.#t[0] += 1;
    this.#done++;
    this.#has.fill(0);
    return end;
  }

  /**
   * 1 when the next tick may run; 0 when it is to be asked again; -1 when a robot is out of step.
   *
   * @realtime
   */
  #await(): number {
    const { robots, watches, block } = this.#p;
    const isFirst = this.#t[0] === 0;
    for (let i = 0; i < robots.length; i++) {
      if (this.#has[i] === 1 || (!isFirst && this.#t[0] % robots[i].every !== 0)) continue;
      const news = watches[i].look();
      if (news === StateNews.Newer && this.#isInStep(i)) {
        this.#has[i] = 1;
        continue;
      }
      if (news === StateNews.Newer || news === StateNews.Unstamped) {
        this.stray = i;
        return -1;
      }
      if (news === StateNews.Again && !isFirst) this.#p.publishers[i].again();
      // The tick notices by itself that its interface is gone.
      if (Atomics.load(block.flags, B.PEERS + robots[i].index) === 0) return this.#lose();
      if (this.#standby.wait(watches[i]) > 0) block.values[B.WAITS_FOR] = robots[i].index + 1;
      return 0;
    }
    if (isFirst) this.#begin();
    if (block.values[B.WAITS_FOR] !== 0) block.values[B.WAITS_FOR] = 0;
    this.#standby.reset();
    return 1;
  }

  /**
   * A State is for the tick that waits for it. Before the first tick robots of other periods may be at other times.
   *
   * @realtime
   */
  #isInStep(robot: number): boolean {
    const { watches, tickNs } = this.#p;
    const { stateNs } = watches[robot];
    return this.#t[0] === 0 ? stateNs % tickNs === 0 : stateNs === this.#t[0] * tickNs;
  }

  /** @realtime */
  #begin(): void {
    const { watches, tickNs } = this.#p;
    for (let i = 0; i < watches.length; i++) {
      const index = watches[i].stateNs / tickNs;
      if (index > this.#t[0]) this.#t[0] = index;
    }
    this.#p.block.values[B.BEGAN] = this.#t[0] * tickNs;
  }

  /**
   * Time goes on for a tick, at once.
   *
   * @realtime
   */
  #lose(): number {
    if (this.#t[0] === 0) this.#t[0] = 1;
    return 1;
  }
}
