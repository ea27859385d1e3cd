import { SharedBlock } from "../../core/shared_block.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import { SystemClock } from "../../core/system_clock.ts";
import type { MujocoWorld } from "../../drivers/mujoco/world/mujoco_world.ts";
import { Codec } from "../../wasm/codec.ts";
import { RobotRounds } from "../robot_rounds.ts";
import { SIMULATION_BLOCK_SHAPE } from "../simulation_block.ts";
import { LockstepCycle } from "./lockstep_cycle.ts";
import { lockstepStart } from "./lockstep_start.ts";
import { TestLockstepRobot } from "./test_lockstep_robot.ts";

const TICK_NS = 1e6;

/** A world in lock step without physics, for tests: robots with a period in ticks of a millisecond each. */
export class TestLockstepWorld {
  /** Simulated time. */
  readonly clock: SimulatedClock;
  /** Counters. */
  readonly block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  /** The robots. */
  readonly robots: readonly TestLockstepRobot[];
  /** The cycle under test. */
  readonly cycle: LockstepCycle;
  /** Who takes part. */
  readonly rounds: RobotRounds;
  /** Time of the first State [ns]. */
  readonly startNs: number;
  /** Ticks that the world has advanced. */
  advanced = 0;

  private constructor(codec: Codec, every: readonly number[], ticks: number) {
    this.clock = new SimulatedClock();
    this.startNs = lockstepStart(every.map((n) => n * TICK_NS));
    this.robots = every.map(() => new TestLockstepRobot(codec, this.clock));
    this.rounds = new RobotRounds(every, () => {});
    const world = {
      advance: (steps: number) => {
        this.advanced += steps;
        return 0;
      },
    } as unknown as MujocoWorld;
    const { startNs, block, clock, rounds } = this;
    const channels = this.robots.map(({ channel }) => channel);
    const wall = new SystemClock();
    this.cycle = new LockstepCycle({
      ...{ world, steps: 1, tickNs: TICK_NS, startNs, ticks, block, clock, wall, rounds, channels },
    });
  }

  /** Makes one; `every`: ticks in the period of each robot. All of them take part. */
  static async open(every: readonly number[], ticks = Infinity): Promise<TestLockstepWorld> {
    const world = new TestLockstepWorld(await Codec.load(), every, ticks);
    for (const [index, robot] of world.robots.entries()) world.rounds.add(index, robot.served);
    return world;
  }

  /** Runs a tick if time may pass; whether it did. When `long`, looks until it has slept a few times, which is long before States are sent again. */
  tick(long = false): boolean {
    const endMs = performance.now() + (long ? 10 : 0);
    while (!this.cycle.await()) if (performance.now() >= endMs) return false;
    this.cycle.tick();
    return true;
  }
}
