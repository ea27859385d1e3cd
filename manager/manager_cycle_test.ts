import assert from "node:assert/strict";
import fc from "fast-check";
import { HeapWatch } from "../core/heap_watch.ts";
import { LoopTime } from "../core/loop_time.ts";
import { ConnectionLoss } from "./connection_loss.ts";
import { LoopCall } from "./loop_call.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import { ManagerEnd } from "./manager_end.ts";
import { ManagerEvent } from "./manager_event.ts";
import { runTicks } from "./run_ticks.ts";
import { TestManagerLoop } from "./test_manager_loop.ts";

const MS = 1e6;
const now = new LoopTime();

function run(loop: TestManagerLoop, ticks: Iterable<number>): number {
  for (const index of ticks) {
    now.ns = 1e9 + index * MS;
    const end = loop.tick(index, now);
    if (end !== ManagerEnd.Running) return end;
  }
  return ManagerEnd.Running;
}

const upTo = (end: number) => Array.from({ length: end }, (_, i) => i);
const multiples = (of: number, end: number) => upTo(end).filter((i) => i % of === 0);

Deno.test("manager cycle: the controller runs every fifth tick, and every robot is served at its own rate", () => {
  const loop = new TestManagerLoop(5, [1, 2, 5]);
  assert.equal(run(loop, upTo(41)), ManagerEnd.Running);
  assert.deepEqual(loop.ticks("run"), multiples(5, 41));
  assert.deepEqual(loop.ticks("sensors", 0), upTo(41));
  for (const [robot, every] of [[0, 1], [1, 2], [2, 5]]) {
    assert.deepEqual(loop.ticks("sensors", robot), multiples(every, 41));
    assert.deepEqual(loop.ticks("control", robot), multiples(every, 41));
  }
  assert.equal(loop.block.values[B.RUNS], 9);
  assert.equal(loop.block.histograms[B.H_RUN].count, 9);
});

Deno.test("manager cycle: in a tick, all States come first, then the controller, then all Commands", () => {
  const loop = new TestManagerLoop(1, [1, 1]);
  run(loop, [0]);
  assert.deepEqual(loop.calls.map(({ what, robot }) => `${what} ${robot}`), [
    "sensors 0",
    "sensors 1",
    "run -1",
    "control 0",
    "control 1",
  ]);
});

Deno.test("manager cycle: nothing is computed or commanded before every robot is initialised", () => {
  const loop = new TestManagerLoop(5, [1, 1]);
  loop.proxies[1].initializedFrom = 7;
  run(loop, upTo(7));
  assert.deepEqual(loop.calls.filter(({ what }) => what !== "sensors"), []);
  assert.equal(loop.block.values[B.ALL_INITIALIZED], 0);
  run(loop, [7, 8, 9, 10, 11, 12, 13, 14, 15]);
  assert.equal(loop.block.values[B.ALL_INITIALIZED], 1);
  assert.deepEqual(loop.ticks("run"), [7, 10, 15], "at once, then on the grid");
  for (const robot of [0, 1]) assert.deepEqual(loop.ticks("control", robot), [7, 8, 9, 10, 11, 12, 13, 14, 15]);
});

Deno.test("manager cycle: after skipped ticks all is late by less than its own period, never doubled, and back on the grid", () => {
  const loop = new TestManagerLoop(5, [1, 4]);
  run(loop, [0, 1, 2, 11, 12, 13, 14, 15, 16, 33, 34, 35, 36]);
  assert.deepEqual(loop.ticks("run"), [0, 11, 15, 33, 35]);
  assert.deepEqual(loop.ticks("sensors", 1), [0, 11, 12, 16, 33, 36]);
  assert.deepEqual(loop.ticks("control", 1), loop.ticks("sensors", 1));
});

Deno.test("manager cycle: whatever is skipped, each multiple of a rate is served at most once, at the first tick after it", () => {
  const steps = fc.array(
    fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, { weight: 1, arbitrary: fc.integer({ min: 2, max: 50 }) }),
    {
      minLength: 1,
      maxLength: 150,
    },
  );
  const rate = fc.integer({ min: 1, max: 12 });
  fc.assert(fc.property(rate, fc.array(rate, { minLength: 1, maxLength: 4 }), steps, (runEvery, every, steps) => {
    const loop = new TestManagerLoop(runEvery, every);
    let index = 0;
    const indices = [0, ...steps.map((step) => index += step)];
    run(loop, indices);
    const expected = (k: number) => {
      const served: number[] = [];
      for (let multiple = 0; multiple <= index; multiple += k) {
        const at = indices.find((i) => i >= multiple)!;
        if (served.at(-1) !== at) served.push(at);
      }
      return served;
    };
    assert.deepEqual(loop.ticks("run"), expected(runEvery));
    every.forEach((k, robot) => {
      assert.deepEqual(loop.ticks("sensors", robot), expected(k));
      assert.deepEqual(loop.ticks("control", robot), expected(k));
    });
  }));
});

Deno.test("manager cycle: a lost connection ends the loop, with robot and reason, before anything more is commanded", () => {
  for (const loss of [ConnectionLoss.Token, ConnectionLoss.Watchdog, ConnectionLoss.NoFirstState]) {
    const loop = new TestManagerLoop(1, [1, 1, 3]);
    run(loop, upTo(4));
    const before = loop.calls.length;
    loop.proxies[2].loss = loss;
    assert.equal(run(loop, [4]), ManagerEnd.Lost, "also in a tick in which the robot is not due");
    assert.deepEqual([loop.cycle.lostRobot, loop.cycle.lostReason], [2, loss]);
    assert.deepEqual(loop.calls.slice(before).map(({ what }) => what), ["sensors", "sensors"]);
  }
});

Deno.test("manager cycle: a robot that is lost before the others are initialised ends the loop too", () => {
  const loop = new TestManagerLoop(1, [1, 1]);
  loop.proxies[0].initializedFrom = loop.proxies[1].initializedFrom = 1000;
  run(loop, [0, 1]);
  loop.proxies[1].loss = ConnectionLoss.NoFirstState;
  assert.equal(run(loop, [2]), ManagerEnd.Lost);
  assert.equal(loop.cycle.lostRobot, 1);
});

Deno.test("manager cycle: a controller that fails, or stops by itself, ends the loop before its commands go out", () => {
  const failing = new TestManagerLoop(5, [1]);
  run(failing, upTo(5));
  failing.controller.code = -1;
  assert.equal(run(failing, [5]), ManagerEnd.ControllerFault);
  assert.deepEqual(failing.ticks("control", 0), upTo(5));

  const stopping = new TestManagerLoop(5, [1]);
  stopping.controller.lastRun = 3;
  assert.equal(run(stopping, upTo(100)), ManagerEnd.ControllerStopped);
  assert.deepEqual(stopping.ticks("run"), [0, 5, 10]);
  assert.deepEqual(stopping.ticks("control", 0), upTo(10));
});

const watch = (limit: number) => ({ heap: new HeapWatch(), every: 1000, limit });

Deno.test("manager cycle: a controller that has stopped before all robots are there ends the loop: it would never run", () => {
  const loop = new TestManagerLoop(1, [1, 1]);
  loop.proxies[1].initializedFrom = Infinity;
  assert.equal(run(loop, upTo(10)), ManagerEnd.Running);
  loop.controller.lastRun = 0;
  assert.equal(run(loop, [10]), ManagerEnd.ControllerFault);
  assert.deepEqual(loop.ticks("run"), []);
});

Deno.test("run ticks: one tick at every deadline, on an absolute grid, until the limit", () => {
  const loop = new TestManagerLoop(5, [1]);
  const start = loop.clock.now();
  const woken: number[] = [];
  const tick = loop.cycle.tick.bind(loop.cycle);
  loop.cycle.tick = (index, time) => {
    woken.push(time.ns - start);
    loop.clock.timeNs += index % 3 * 0.3 * MS; // work
    return tick(index, time);
  };
  assert.equal(runTicks(loop.cycle, MS, loop.block, loop.clock, watch(20)), ManagerEnd.Stopped);
  assert.deepEqual(woken, upTo(20).map((i) => (i + 1) * MS));
  assert.equal(loop.block.values[B.CYCLES], 20);
  assert.equal(loop.block.values[B.MISSED], 0);
  assert.equal(loop.block.histograms[B.H_LATE].max, 0);
  assert.equal(loop.block.histograms[B.H_CYCLE].max, 0.6 * MS);
});

Deno.test("run ticks: whole periods that a tick takes too long are skipped, counted and told; indices go on along the grid", () => {
  const loop = new TestManagerLoop(1, [1]);
  const start = loop.clock.now();
  const seen: [number, number][] = [];
  loop.cycle.tick = (index, time) => {
    seen.push([index, (time.ns - start) / MS]);
    if (index === 2) loop.clock.timeNs += 4.5 * MS;
    if (index === 8) loop.clock.lateNs = 0.25 * MS;
    return ManagerEnd.Running;
  };
  runTicks(loop.cycle, MS, loop.block, loop.clock, watch(7));
  // Tick 2 begins at 3 ms and ends at 7.5: those of 4, 5 and 6 ms are skipped, that of 7 ms begins late.
  assert.deepEqual(seen, [[0, 1], [1, 2], [2, 3], [6, 7.5], [7, 8], [8, 9], [9, 10.25]]);
  assert.equal(loop.block.values[B.MISSED], 3);
  assert.equal(loop.block.values[B.CYCLES], 7);
  const events: number[][] = [];
  loop.block.events.drain((...event) => void events.push(event));
  assert.deepEqual(events.map(([code, skipped]) => [code, skipped]), [[ManagerEvent.Missed, 3]]);
  assert.equal(loop.block.histograms[B.H_LATE].max, 0.5 * MS);
});

Deno.test("run ticks: asked to stop, it ends without another tick; and it passes on how a tick ended", () => {
  const loop = new TestManagerLoop(1, [1]);
  loop.cycle.tick = (index) => {
    if (index === 3) Atomics.store(loop.block.flags, B.STOP, 1);
    return ManagerEnd.Running;
  };
  assert.equal(runTicks(loop.cycle, MS, loop.block, loop.clock, watch(1000)), ManagerEnd.Stopped);
  assert.equal(loop.block.values[B.CYCLES], 4);

  for (const end of [ManagerEnd.Lost, ManagerEnd.ControllerFault, ManagerEnd.ControllerStopped]) {
    const other = new TestManagerLoop(1, [1]);
    other.cycle.tick = (index) => index === 5 ? end : ManagerEnd.Running;
    assert.equal(runTicks(other.cycle, MS, other.block, other.clock, watch(1000)), end);
    assert.equal(other.block.values[B.CYCLES], 6);
  }
});

Deno.test("manager cycle: what is called at present stands in the block, with the number of the robot; nothing between ticks", () => {
  const loop = new TestManagerLoop(1, [1, 1]);
  const { values } = loop.block;
  const seen: number[] = [];
  loop.onCall = () => void seen.push(values[B.CALL]);
  run(loop, [0]);
  const { Sensors, Command, Run, None } = LoopCall;
  assert.deepEqual(seen, [Sensors, Sensors + 2, Run, Command, Command + 2]);
  assert.deepEqual(seen.map((call) => call === Run ? -1 : LoopCall.robotOf(call).robot), [0, 1, -1, 0, 1]);
  assert.equal(values[B.CALL], None);
});

Deno.test("run ticks: a robot that the controller has refused is passed on after the tick, once", () => {
  const loop = new TestManagerLoop(1, [1]);
  const told: [number, number][] = [];
  loop.cycle.tick = (index) => {
    if (index === 2) loop.block.values[B.REFUSED_BY_CONTROLLER] = 1 + 1;
    return ManagerEnd.Running;
  };
  const onRefusal = (robot: number) => void told.push([robot, loop.block.values[B.CYCLES]]);
  runTicks(loop.cycle, MS, loop.block, loop.clock, { ...watch(6), onRefusal });
  assert.deepEqual(told, [[1, 3]]);
});
