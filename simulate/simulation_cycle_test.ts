import assert from "node:assert/strict";
import fc from "fast-check";
import { SharedBlock } from "../core/shared_block.ts";
import { TestClock } from "../core/test_clock.ts";
import { PeriodPace } from "../drivers/mujoco/period_pace.ts";
import type { MujocoWorld } from "../drivers/mujoco/world/mujoco_world.ts";
import { INTERFACE_BLOCK_SHAPE, InterfaceBlock } from "../interface/interface_block.ts";
import { LoopEnd } from "../interface/loop_end.ts";
import type { ServedRobot } from "../interface/served_robot.ts";
import { commonPeriod } from "./common_period.ts";
import { RobotRounds } from "./robot_rounds.ts";
import { SIMULATION_BLOCK_SHAPE, SimulationBlock as B } from "./simulation_block.ts";
import { SimulationCycle } from "./simulation_cycle.ts";

const TICK_NS = 1e6;

/** A world that only counts its steps, and robots that note at which step they had a cycle. */
class Scene {
  readonly clock = new TestClock();
  readonly block = new SharedBlock(SIMULATION_BLOCK_SHAPE);
  readonly ended: [number, number, string][] = [];
  steps = 0;
  worldFault = 0;
  readonly cycle: SimulationCycle;
  readonly rounds: RobotRounds;

  constructor(readonly every: readonly number[]) {
    this.rounds = new RobotRounds(every, (...end) => this.ended.push(end));
    const world = {
      advance: (steps: number) => {
        this.steps += steps;
        return this.worldFault;
      },
    } as unknown as MujocoWorld;
    this.cycle = new SimulationCycle({
      tickNs: TICK_NS,
      world,
      steps: 2,
      block: this.block,
      clock: this.clock,
      pace: new PeriodPace(this.clock, TICK_NS),
      rounds: this.rounds,
    });
  }

  /** Adds robot `index`; its cycles are noted, and give what `step` says. */
  robot(index: number, step: () => number = () => LoopEnd.Running) {
    const at: number[] = [];
    const block = new SharedBlock(INTERFACE_BLOCK_SHAPE);
    let left = 0;
    const robot = {
      block,
      cycle: {
        step: () => {
          at.push(this.steps / 2);
          return step();
        },
      },
      describe: (end: number) => end === LoopEnd.Stopped ? "" : `end ${end}`,
      leave: () => left++,
    } as unknown as ServedRobot;
    this.rounds.add(index, robot);
    return { at, block, left: () => left };
  }

  run(ticks: number): void {
    for (let i = 0; i < ticks; i++) assert.equal(this.cycle.tick(), 0);
  }
}

Deno.test("simulation: the common period divides all of them, and is the largest that does", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 5 }), (periods) => {
    const common = commonPeriod(periods);
    assert.ok(periods.every((period) => period % common === 0));
    for (let larger = common + 1; larger <= Math.min(...periods); larger++) {
      assert.ok(periods.some((period) => period % larger !== 0));
    }
  }));
});

Deno.test("simulation: each robot has a cycle once a period, after the physics of that time; the clock's time passes", () => {
  const scene = new Scene([1, 2, 5]);
  const robots = [0, 1, 2].map((index) => scene.robot(index));
  const start = scene.clock.now();
  scene.run(20);
  assert.equal(scene.steps, 40);
  assert.deepEqual(robots.map(({ at }) => at.length), [20, 11, 5]);
  // The first is at once; then on the grid of the robot's own period.
  assert.deepEqual(robots[1].at.slice(0, 4), [1, 2, 4, 6]);
  assert.deepEqual(robots[2].at, [1, 5, 10, 15, 20]);
  assert.equal(scene.clock.now() - start, 20 * TICK_NS);
  assert.equal(scene.block.values[B.TICKS], 20);
});

Deno.test("simulation: a robot that comes later, or goes, leaves the others as they are", () => {
  const scene = new Scene([1, 1]);
  const first = scene.robot(0);
  scene.run(10);
  const second = scene.robot(1, () => second.at.length === 5 ? LoopEnd.CommandFault : LoopEnd.Running);
  scene.run(10);
  assert.equal(first.at.length, 20);
  assert.equal(second.at.length, 5);
  assert.deepEqual(scene.ended, [[1, LoopEnd.CommandFault, `end ${LoopEnd.CommandFault}`]]);
  assert.equal(second.left(), 1);
  Atomics.store(first.block.flags, InterfaceBlock.STOP, 1);
  scene.run(3);
  assert.deepEqual(scene.ended.at(-1), [0, LoopEnd.Stopped, ""]);
  assert.equal(first.at.length, 20);
});

Deno.test("simulation: after a stall the periods are made up, and a robot has one cycle, not many at once", () => {
  const scene = new Scene([1]);
  const robot = scene.robot(0);
  scene.run(50);
  scene.clock.timeNs += 7 * TICK_NS;
  scene.run(1);
  assert.equal(robot.at.length, 51);
  const behind = scene.block.values[B.LOST];
  scene.run(10);
  assert.ok(scene.block.values[B.MADE_UP] + behind >= 6, `${scene.block.values[B.MADE_UP]} made up, ${behind} lost`);
  assert.equal(robot.at.length, 61);
});

Deno.test("simulation: a world that cannot go on ends the tick, and every robot with what was wrong", () => {
  const scene = new Scene([1, 2]);
  const robots = [scene.robot(0), scene.robot(1)];
  scene.run(3);
  scene.worldFault = -1;
  assert.equal(scene.cycle.tick(), -1);
  scene.rounds.leave("it has diverged");
  assert.deepEqual(scene.ended, [[0, LoopEnd.SyncFault, "it has diverged"], [1, LoopEnd.SyncFault, "it has diverged"]]);
  assert.deepEqual(robots.map(({ left }) => left()), [1, 1]);
});
