import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { LoopEnd } from "./loop_end.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const HOME = [0.5, -0.25];

/** A robot at home that obeys commands. */
const commanded = (options = {}) => TestCycle.commanded(HOME, options);

Deno.test("cycle: a fault of sync() ends the loop before anything is read or sent", async () => {
  const t = await commanded();
  t.state();
  const sent = t.driver.sent.length;
  t.driver.codes.sync = -1;
  assert.equal(t.run(), LoopEnd.SyncFault);
  assert.equal(t.driver.sent.length, sent);
  assert.equal(t.state(), undefined);
});

Deno.test("cycle: a fault of readState() ends the loop before anything is published or sent", async () => {
  const t = await commanded();
  t.state();
  const sent = t.driver.sent.length;
  t.driver.codes.read = -3;
  assert.equal(t.run(), LoopEnd.ReadFault);
  assert.equal(t.driver.sent.length, sent);
  assert.equal(t.state(), undefined);
});

Deno.test("cycle: a fault of a command ends the loop, in every mode", async () => {
  for (const mode of ["position", "velocity", "torque"] as const) {
    const t = await commanded({ mode });
    t.driver.codes.command = -1;
    assert.equal(t.run(), LoopEnd.CommandFault);
  }
});

Deno.test("cycle: a positive code is no fault", async () => {
  const t = await commanded();
  Object.assign(t.driver.codes, { sync: 1, read: 1, command: 1 });
  assert.equal(t.run(3), LoopEnd.Running);
});

Deno.test("cycle: a wrong number of values ends the loop, nothing is published or sent, and the number is told", async () => {
  for (
    const [vector, values, text] of [
      ["q", [1], "1 joint positions"],
      ["q", [1, 2, 3], "3 joint positions"],
      ["qd", [1], "1 joint velocities"],
      ["qd", Array(100).fill(0), "100 joint velocities"],
      ["tau", [1], "1 joint torques"],
      ["tau", [1, 2, 3], "3 joint torques"],
    ] as const
  ) {
    const t = await commanded();
    t.state();
    const sent = t.driver.sent.length;
    t.driver[vector] = [...values];
    assert.equal(t.run(), LoopEnd.WrongCount);
    assert.equal(t.cycle.wrongCount(), text);
    assert.equal(t.driver.sent.length, sent);
    assert.equal(t.state(), undefined);
  }
});

Deno.test("cycle: a robot that is left is held where it was measured last, or by zeros", async () => {
  const t = await commanded();
  t.send([0.7, -0.25]);
  t.driver.q = [0.52, -0.25];
  t.run();
  assert.equal(t.cycle.holdOnce(), 0);
  assert.deepEqual(t.target, [0.52, -0.25]);
  t.driver.codes.command = -1;
  assert.equal(t.cycle.holdOnce(), -1);

  for (const mode of ["velocity", "torque"] as const) {
    const other = await commanded({ mode });
    other.cycle.holdOnce();
    assert.deepEqual(other.driver.sent.at(-1), { mode, values: [0, 0] });
  }
});

Deno.test("cycle: a robot that is left in a hold keeps its target, and one without a state gets none", async () => {
  const t = await commanded();
  t.run(150);
  t.driver.q = [0.4, -0.25];
  t.run(3);
  t.cycle.holdOnce();
  assert.deepEqual(t.target, HOME);

  const none = await TestCycle.open();
  none.run(3);
  assert.equal(none.cycle.holdOnce(), 0);
  assert.deepEqual(none.driver.sent, []);
});

Deno.test("cycle: a State whose sensor is not finite is kept back and told; the robot is held where it was measured all the same", async () => {
  const t = await commanded();
  t.driver.force = [1, 2, 3];
  t.run();
  assert.notEqual(t.state(), undefined);
  t.driver.force = [1, NaN, 3];
  t.driver.q = [0.49, -0.25];
  t.run();
  assert.equal(t.state(), undefined);
  assert.deepEqual(t.events().map(({ name, numbers }) => [name, numbers[0], numbers[1]]), [["NotFinite", 3, 0]]);
  t.alive = false;
  t.run();
  assert.deepEqual(t.target, [0.49, -0.25]);
});

Deno.test("guard: a sync() that does not block is kept at the period, and told once", async () => {
  const t = await commanded();
  t.driver.syncNs = 1000;
  const start = t.clock.now();
  t.run(2000);
  const tookMs = (t.clock.now() - start) / MS;
  // At the start the loop may be two periods ahead of its grid, and the cycle before it took one; for 200 cycles it may catch up, at double rate.
  assert.ok(tookMs >= 1896 && tookMs <= 1902, `${tookMs}`);
  const told = t.events().filter(({ name }) => name === "SyncDoesNotBlock");
  assert.deepEqual(told.map(({ numbers }) => numbers[0]), [1000]);
  assert.ok(t.block.values[B.GUARD_SLEEPS] >= 1990);
});

Deno.test("guard: a driver whose own grid is behind catches up at double rate, and nothing is told", async () => {
  const t = await commanded();
  let next = t.clock.now() - 80 * MS; // its grid began when it was made
  const start = t.clock.now();
  for (let i = 0; i < 400; i++) {
    next += MS;
    t.driver.syncNs = Math.max(1000, next - t.clock.now());
    t.send(HOME);
    t.run();
  }
  assert.deepEqual(t.events().filter(({ name }) => name === "SyncDoesNotBlock"), []);
  const tookMs = (t.clock.now() - start) / MS;
  assert.ok(tookMs >= 319 && tookMs <= 322, `${tookMs}`);
  const sleeps = t.clock.sleeps.length;
  assert.ok(sleeps >= 150 && sleeps <= 170, `${sleeps}`);
});

Deno.test("guard: does not step in for a driver that keeps its period, early, late or after a stall", async () => {
  const t = await commanded();
  let deadline = t.clock.now();
  const late = [0, 0.3, 0.7, 0.05, 1.6, 0, 5, 0, 0, 0.9, 0.9, 40, 0, 0];
  for (let i = 0; i < 700; i++) {
    // A driver with an absolute grid that skips whole periods: it wakes up at its deadline, or late.
    deadline += MS;
    const missed = Math.floor((t.clock.now() - deadline) / MS);
    if (missed > 0) deadline += missed * MS;
    const wakeUp = Math.max(t.clock.now(), deadline + late[i % late.length] * MS);
    t.driver.syncNs = wakeUp - t.clock.now();
    t.send(HOME);
    t.run();
  }
  assert.deepEqual(t.events().filter(({ name }) => name === "SyncDoesNotBlock"), []);
  assert.equal(t.block.values[B.GUARD_SLEEPS], 0);
  assert.deepEqual(t.clock.sleeps, []);
});

Deno.test("guard: a driver faster than its period that does block is left alone", async () => {
  const t = await commanded({ periodNs: 2 * MS });
  t.driver.syncNs = 1 * MS;
  t.run(3000);
  assert.deepEqual(t.clock.sleeps, []);
});

Deno.test("cycle: lateness, missed periods and the sign of life are counted", async () => {
  const t = await commanded();
  const [cycles, missed] = [t.block.values[B.CYCLES], t.block.values[B.MISSED]];
  t.driver.syncNs = 1.4 * MS; // late, but no period is missed
  t.run(3);
  assert.equal(t.block.values[B.MISSED], missed);
  t.driver.syncNs = 5 * MS; // four periods without a cycle
  t.run();
  assert.equal(t.block.values[B.MISSED], missed + 4);
  assert.equal(t.block.values[B.CYCLES], cycles + 4);
  assert.equal(t.block.histograms[B.H_LATE].max, 4 * MS);
  assert.equal(t.block.histograms[B.H_SYNC].max, 5 * MS);
  assert.equal(t.block.histograms[B.H_SYNC].count, cycles + 4);
  assert.equal(t.block.values[B.HEARTBEAT], t.clock.now() - 5 * MS);
});
