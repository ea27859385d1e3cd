import assert from "node:assert/strict";
import fc from "fast-check";
import { SimulatedClock } from "./simulated_clock.ts";

Deno.test("SimulatedClock: stamps are the time itself, for every time", () => {
  const clock = new SimulatedClock();
  const stamp = new Uint32Array(3);
  fc.assert(fc.property(fc.integer({ min: 0, max: 2 ** 52 }), (ns) => {
    clock.stamp(ns, stamp, 1);
    assert.equal(SimulatedClock.timeOf(stamp.subarray(1)), ns);
  }));
});

Deno.test("SimulatedClock: time passes by set() alone, and is shared", () => {
  const values = new Float64Array(new SharedArrayBuffer(24));
  const [here, there] = [new SimulatedClock(values, 2), new SimulatedClock(values, 2)];
  here.set(7e9);
  assert.equal(there.sleepUntil(9e9), 0);
  assert.equal(there.now(), 7e9);
  assert.equal(there.fromStamp(1, 2), 7e9, "what arrives, arrives at the present");
  assert.deepEqual([...values], [0, 0, 7e9]);
});
