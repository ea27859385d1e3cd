import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { HoldReason } from "./hold_reason.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open

Deno.test("cycle: who looks on sees what a robot tells, NaN for what it does not, and what it is sent", async () => {
  const t = await TestCycle.open();
  t.run(3);
  assert.deepEqual([...t.live], Array(8).fill(NaN), "nothing is known yet, and that is not zero");
  t.driver.q = [0.5, -0.25];
  t.run();
  assert.deepEqual([...t.live], [0.5, -0.25, NaN, NaN, NaN, NaN, 0.5, -0.25], "held where it stands");
  t.driver.qd = [1, 2];
  t.driver.tau = [30, 40];
  t.send([0.501, -0.251]);
  t.run();
  assert.deepEqual([...t.live], [0.5, -0.25, 1, 2, 30, 40, 0.501, -0.251]);
  t.driver.tau = [NaN, 40];
  t.driver.q = [0.6, -0.25];
  t.run();
  assert.deepEqual([...t.live.subarray(0, 6)], [0.5, -0.25, 1, 2, 30, 40], "a State that is kept back is not shown");
});

Deno.test("cycle: in a hold who looks on sees why, and the hold target", async () => {
  const t = await TestCycle.commanded([0.5, -0.25], { mode: "velocity" });
  t.send([0.1, 0.2]);
  t.run();
  assert.deepEqual([...t.live.subarray(6)], [0.1, 0.2]);
  const holding = () => Atomics.load(t.block.flags, B.HOLDING);
  assert.equal(holding(), 0);
  t.run(150);
  assert.equal(holding(), HoldReason.Watchdog);
  assert.deepEqual([...t.live.subarray(6)], [0, 0]);
  t.send([0, 0]);
  t.run();
  assert.equal(holding(), 0);
  t.alive = false;
  t.run();
  assert.equal(holding(), HoldReason.Token);
});
