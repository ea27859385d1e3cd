import assert from "node:assert/strict";
import fc from "fast-check";
import { InterfaceBlock } from "../../interface/interface_block.ts";
import { commonPeriod } from "../common_period.ts";
import { SimulationBlock as B } from "../simulation_block.ts";
import { lockstepStart } from "./lockstep_start.ts";
import { LockstepWait } from "./lockstep_wait.ts";
import { TestLockstepWorld } from "./test_lockstep_world.ts";

const MS = 1e6;

// Opens the C library before the tests: one that a test opens counts as left behind.
await TestLockstepWorld.open([1]);

Deno.test("lockstepStart: a multiple of every period, and large", () => {
  fc.assert(fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }), (quarters) => {
    const periods = quarters.map((n) => n * 250_000);
    const start = lockstepStart(periods);
    assert.ok(start >= 1000e9 && Number.isSafeInteger(start));
    assert.ok(periods.every((period) => start % period === 0));
    assert.ok(commonPeriod([start, ...periods]) === commonPeriod(periods));
  }));
});

Deno.test("lockstepStart: periods that meet too rarely are refused with what they are", () => {
  const many = [0.7, 1.1, 1.3, 1.7, 1.9, 2.3, 2.9, 3.1, 3.7, 4.1, 4.3].map((ms) => Math.round(ms * 1e6));
  const few = [1.001, 1.003, 1.007, 1.009, 1.011].map((ms) => Math.round(ms * 1e6));
  for (const periods of [many, few]) {
    assert.throws(
      () => lockstepStart(periods),
      /periods of (0\.7|1\.001), .* ms have no common multiple below 1000000 s/,
    );
  }
});

Deno.test("lock step: time begins when every robot has a manager, and passes when each State is answered", async () => {
  const world = await TestLockstepWorld.open([1, 2]);
  const [a, b] = world.robots;
  assert.equal(world.tick(true), false);
  assert.deepEqual([world.block.values[B.WAIT], world.block.values[B.WAIT_ROBOT]], [LockstepWait.Manager, 0]);
  a.isServed = true;
  assert.equal(world.tick(true), false, "one has none");
  assert.equal(world.block.values[B.WAIT_ROBOT], 1);
  b.isServed = true;
  assert.equal(world.tick(), true);
  assert.equal(world.advanced, 0, "the first States are those of the start");
  assert.equal(world.block.values[B.WAIT], LockstepWait.None);
  assert.deepEqual([a.takeState(), b.takeState()], [world.startNs, world.startNs]);
  a.answer(world.startNs);
  assert.equal(world.tick(true), false, "the other one has not answered");
  assert.deepEqual([world.block.values[B.WAIT], world.block.values[B.WAIT_ROBOT]], [LockstepWait.Answer, 1]);
  b.answer(world.startNs - MS);
  assert.equal(world.tick(), false, "an answer to another State");
  b.answer(world.startNs);
  assert.equal(world.tick(), true);
  assert.equal(world.advanced, 1);
  assert.equal(a.takeState(), world.startNs + MS);
  assert.equal(b.cycles.length, 1, "the slower one is due at every second tick");
  a.answer(world.startNs + MS);
  assert.equal(world.tick(), true);
  assert.deepEqual(a.taken, [-1, world.startNs, world.startNs + MS], "a command is taken one period later");
  assert.deepEqual(b.taken, [-1, world.startNs]);
});

Deno.test("lock step: the world never advances past a State without an answer, in whichever order answers come", async () => {
  const orders = fc.array(fc.tuple(fc.nat(3), fc.constantFrom("right", "late", "again")), { maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      orders,
      async (every, acts) => {
        const world = await TestLockstepWorld.open(every);
        for (const robot of world.robots) robot.isServed = true;
        const last = world.robots.map(() => 0);
        const answered = world.robots.map(() => true);
        for (const [which, how] of acts) {
          const before = world.advanced;
          const mayPass = answered.every((yes) => yes);
          assert.equal(world.tick(), mayPass);
          assert.ok(world.advanced - before <= 1);
          world.robots.forEach((robot, i) => {
            const state = robot.takeState();
            if (state < 0 || state === last[i]) return; // none, or once more
            assert.equal((state - world.startNs) % (every[i] * MS), 0);
            [last[i], answered[i]] = [state, false];
          });
          const i = which % every.length;
          if (answered[i]) continue; // a manager answers once
          if (how !== "right") world.robots[i].answer(last[i] - every[i] * MS);
          if (how === "late") continue;
          world.robots[i].answer(last[i]);
          answered[i] = true;
        }
        for (const robot of world.robots) {
          // Each command that a cycle took answers the State of the cycle before it.
          robot.taken.slice(1).forEach((time, i) => assert.equal(time, robot.cycles[i]));
        }
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("lock step: what says nothing of a State answers, and what is no Command, too; a stranger does not", async () => {
  const world = await TestLockstepWorld.open([1]);
  const [robot] = world.robots;
  robot.isServed = true;
  assert.ok(world.tick());
  robot.answer(0);
  assert.ok(world.tick(), "a manager that echoes no stamp");
  assert.deepEqual(robot.taken, [-1, 0]);
  robot.answerNonsense();
  assert.ok(world.tick(), "the gate refuses it, and counts it");
  Atomics.store(robot.block.flags, InterfaceBlock.MANAGER, Deno.pid + 1);
  robot.answer(0);
  assert.equal(world.tick(true), false, "another process than the manager");
  Atomics.store(robot.block.flags, InterfaceBlock.MANAGER, Deno.pid);
  robot.answer(0);
  assert.ok(world.tick());
});

Deno.test("lock step: without its manager a robot has one more cycle, which holds it, and then time stands", async () => {
  const world = await TestLockstepWorld.open([1, 3]);
  const [a, b] = world.robots;
  a.isServed = b.isServed = true;
  assert.ok(world.tick());
  b.isServed = false;
  for (let tick = 0; tick < 3; tick++) {
    a.answer(a.cycles.at(-1)!);
    assert.ok(world.tick(), `tick ${tick}`);
  }
  assert.equal(b.cycles.length, 2);
  a.answer(a.cycles.at(-1)!);
  assert.equal(world.tick(true), false);
  assert.equal(world.block.values[B.WAIT], LockstepWait.Manager);
  b.isServed = true;
  assert.equal(world.tick(true), false, "the next manager has to answer the State of the hold");
  assert.equal(b.takeState(), b.cycles.at(-1));
  b.answer(b.cycles.at(-1)!);
  assert.ok(world.tick());
});

Deno.test("lock step: a State without an answer is sent again, the same, with those of the others", async () => {
  const world = await TestLockstepWorld.open([1, 2]);
  const [a, b] = world.robots;
  a.isServed = b.isServed = true;
  assert.ok(world.tick());
  assert.deepEqual([a.takeState(), b.takeState()], [world.startNs, world.startNs]);
  b.answer(world.startNs);
  const until = performance.now() + 10_000;
  while (performance.now() < until) {
    assert.equal(world.tick(true), false);
    const again = a.takeState();
    if (again < 0) continue;
    assert.deepEqual([again, b.takeState()], [world.startNs, world.startNs]);
    a.answer(again);
    assert.ok(world.tick());
    return;
  }
  assert.fail("it was not sent again");
});

Deno.test("lock step: it ends after so many ticks, without a State that nobody can answer; who stops while time stands is let go", async () => {
  const world = await TestLockstepWorld.open([1], 2);
  const [robot] = world.robots;
  robot.isServed = true;
  while (!world.cycle.isOver) {
    assert.ok(world.tick());
    const state = robot.takeState();
    if (state >= 0) robot.answer(state);
  }
  assert.equal(world.advanced, 2);
  assert.equal(robot.cycles.length, 2);

  const other = await TestLockstepWorld.open([1]);
  other.robots[0].isServed = true;
  assert.ok(other.tick());
  Atomics.store(other.robots[0].block.flags, InterfaceBlock.STOP, 1);
  assert.equal(other.tick(true), false);
  assert.equal(other.rounds.has(0), false);
});
