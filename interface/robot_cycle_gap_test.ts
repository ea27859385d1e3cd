import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const MS = 1e6;
const HOME = [0.5, -0.25];

/** A robot at home that obeys commands. */
const commanded = (options = {}) => TestCycle.commanded(HOME, options);

Deno.test("cycle: a motion that passes by the measured position at speed does not end the hold", async () => {
  const t = await commanded();
  t.run(150);
  assert.equal(t.holding, true);
  for (let i = -500; i <= 500; i++) {
    t.send([0.5 + i * 0.002, -0.25]); // 2 rad/s
    t.run();
    assert.equal(t.holding, true);
    assert.deepEqual(t.target, HOME);
  }
});

Deno.test("cycle: a stream that comes to rest at the measured position ends the hold after 0.1 s", async () => {
  const t = await commanded();
  t.run(150);
  t.send([0.9, -0.25]);
  t.run();
  for (let i = 0; i < 95; i++) {
    t.send(HOME);
    t.run();
    assert.equal(t.holding, true);
  }
  for (let i = 0; i < 10 && t.holding; i++) {
    t.send(HOME);
    t.run();
  }
  assert.equal(t.holding, false);
});

Deno.test("cycle: after 100 ms without a command the next one must start from the measured position, whatever the timeout", async () => {
  const t = await commanded({ timeoutNs: 3000 * MS });
  t.run(150);
  assert.equal(t.holding, false);
  t.send([0.9, -0.25]);
  t.run();
  assert.deepEqual(t.target, HOME);
  assert.equal(t.refused, 1);
});

Deno.test("cycle: a process that was stopped in the middle of a cycle does not obey what came meanwhile as a motion that goes on", async () => {
  const t = await commanded({ timeoutNs: 3000 * MS });
  t.driver.onRead = () => {
    t.clock.timeNs += 150 * MS;
    t.send([0.9, -0.25]);
  };
  t.run();
  assert.deepEqual(t.target, HOME);
  t.driver.onRead = () => {};
  t.send([0.9, -0.25]);
  t.run();
  assert.deepEqual(t.target, HOME);
  assert.equal(t.refused, 1);
  t.send(HOME);
  t.run(1);
  assert.deepEqual(t.target, HOME);
});

Deno.test("cycle: after 50 ms without a command the stream goes on", async () => {
  const t = await commanded({ timeoutNs: 3000 * MS });
  t.run(50);
  t.send([0.9, -0.25]);
  t.run();
  assert.deepEqual(t.target, [0.9, -0.25]);
});

Deno.test("cycle: nothing starts in a cycle in which the driver measures nothing", async () => {
  const t = await commanded();
  t.run(150);
  t.driver.q = [];
  t.send(HOME);
  t.run();
  assert.equal(t.holding, true);
  t.driver.q = HOME;
  t.send(HOME);
  t.run();
  assert.equal(t.holding, false);
});
