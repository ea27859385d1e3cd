import assert from "node:assert/strict";
import { EventRing } from "./event_ring.ts";

const SLOTS = 256;

function ring(): EventRing {
  return new EventRing(new SharedArrayBuffer(EventRing.BYTES));
}

function drained(from: EventRing): number[][] {
  const events: number[][] = [];
  from.drain((...event) => void events.push(event));
  return events;
}

Deno.test("event ring: events come out in order, once, with their numbers", () => {
  const it = ring();
  assert.deepEqual(drained(it), []);
  it.push(1, 0.5, -1, NaN, Infinity);
  it.push(2, 1e300, 2 ** 52 + 1, 0, 5);
  assert.deepEqual(drained(it), [[1, 0.5, -1, NaN, Infinity], [2, 1e300, 2 ** 52 + 1, 0, 5]]);
  assert.deepEqual(drained(it), []);
  assert.equal(it.dropped, 0);
});

Deno.test("event ring: a full one drops what comes, counts it, keeps the old, and goes on once it is drained", () => {
  const it = ring();
  for (let n = 0; n < SLOTS + 10; n++) it.push(n, 0, 0, 0, 0);
  assert.equal(it.dropped, 10);
  assert.deepEqual(drained(it).map(([code]) => code), Array.from({ length: SLOTS }, (_, n) => n));
  it.push(1000, 0, 0, 0, 0);
  assert.deepEqual(drained(it).map(([code]) => code), [1000]);
  assert.equal(it.dropped, 10);
});

Deno.test("event ring: goes on where its counters wrap", () => {
  const buffer = new SharedArrayBuffer(EventRing.BYTES);
  new Int32Array(buffer).set([2 ** 31 - 100, 2 ** 31 - 100]);
  const it = new EventRing(buffer);
  for (let n = 0; n < 300; n++) it.push(n, 0, 0, 0, 0);
  assert.deepEqual(drained(it).map(([code]) => code), Array.from({ length: SLOTS }, (_, n) => n));
  assert.equal(it.dropped, 44);
  for (let n = 0; n < 3; n++) it.push(n, 0, 0, 0, 0);
  assert.deepEqual(drained(it).map(([code]) => code), [0, 1, 2]);
});

Deno.test("event ring: an event that makes the reader throw is not delivered again, those behind it are", () => {
  const it = ring();
  for (const code of [1, 2, 3]) it.push(code, 0, 0, 0, 0);
  assert.throws(() => it.drain((code) => assert.notEqual(code, 2)));
  assert.deepEqual(drained(it).map(([code]) => code), [3]);
});

Deno.test("event ring: between two threads none is torn, doubled or out of order, and each is drained or counted as dropped", async () => {
  const EVENTS = 300_000;
  const buffer = new SharedArrayBuffer(EventRing.BYTES);
  const done = new Int32Array(new SharedArrayBuffer(4));
  const it = new EventRing(buffer);
  const worker = new Worker(new URL("./test_event_ring_worker.ts", import.meta.url), { type: "module" });
  worker.postMessage({ buffer, events: EVENTS, done });
  let last = 0, count = 0;
  const take = (code: number, a: number, b: number, c: number, d: number) => {
    assert.ok(code > last, `${code} after ${last}`);
    assert.deepEqual([a, b, c, d], [2 * code, -code, code / 7, code * code]);
    last = code;
    count++;
  };
  while (Atomics.load(done, 0) === 0) {
    it.drain(take);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  it.drain(take);
  worker.terminate();
  assert.equal(count + it.dropped, EVENTS);
  assert.ok(count >= SLOTS, "some came through");
});
