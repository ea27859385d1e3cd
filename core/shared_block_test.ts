import assert from "node:assert/strict";
import fc from "fast-check";
import { EventRing } from "./event_ring.ts";
import { Histogram } from "./histogram.ts";
import { SharedBlock } from "./shared_block.ts";

const shape = fc.record({
  flags: fc.integer({ min: 0, max: 9 }),
  values: fc.integer({ min: 0, max: 40 }),
  histograms: fc.integer({ min: 0, max: 5 }),
});

Deno.test("shared block: two on the same memory see each other's parts, of every shape, and no part lies on another", () => {
  fc.assert(
    fc.property(shape, (shape) => {
      const loop = new SharedBlock(shape);
      const main = new SharedBlock(shape, loop.buffer);
      loop.flags.forEach((_, i) => Atomics.store(loop.flags, i, 1000 + i));
      loop.values.forEach((_, i) => loop.values[i] = i + 0.25);
      loop.histograms.forEach((histogram, i) => histogram.record(10 * (i + 1)));
      for (let i = 0; i < 256; i++) loop.events.push(i, 1, 2, 3, 4);

      assert.deepEqual([...main.flags], Array.from({ length: shape.flags }, (_, i) => 1000 + i));
      assert.deepEqual([...main.values], Array.from({ length: shape.values }, (_, i) => i + 0.25));
      assert.deepEqual(main.histograms.map((h) => [h.count, h.max]), loop.histograms.map((_, i) => [1, 10 * (i + 1)]));
      const codes: number[] = [];
      main.events.drain((code) => void codes.push(code));
      assert.deepEqual(codes, Array.from({ length: 256 }, (_, i) => i));
    }),
    { numRuns: 50 },
  );
});

Deno.test("shared block: is as large as its parts, and empty at first", () => {
  const block = new SharedBlock({ flags: 3, values: 2, histograms: 2 });
  assert.equal(block.buffer.byteLength, 16 + 16 + 2 * Histogram.BYTES + EventRing.BYTES);
  assert.ok(new Uint8Array(block.buffer).every((byte) => byte === 0));
});

Deno.test("shared block: reset forgets everything but the flags", () => {
  const block = new SharedBlock({ flags: 2, values: 2, histograms: 1 });
  block.flags[1] = 1;
  block.values[0] = 5;
  block.histograms[0].record(9);
  block.events.push(1, 0, 0, 0, 0);
  block.reset();
  assert.deepEqual([...block.flags], [0, 1]);
  assert.deepEqual([...block.values], [0, 0]);
  assert.equal(block.histograms[0].count, 0);
  block.events.drain(() => assert.fail("an event is left"));
});
