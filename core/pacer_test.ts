import assert from "node:assert/strict";
import fc from "fast-check";
import { Pacer } from "./pacer.ts";

const MS = 1e6;

Deno.test("pacer: on time, one deadline follows the other", () => {
  const pacer = new Pacer(100 * MS, MS);
  assert.equal(pacer.deadlineNs, 101 * MS);
  for (let n = 1; n <= 1000; n++) {
    assert.equal(pacer.index, n - 1);
    assert.equal(pacer.advance(pacer.deadlineNs + 0.3 * MS), 0);
    assert.equal(pacer.deadlineNs, (101 + n) * MS);
  }
  assert.equal(pacer.missed, 0);
});

Deno.test("pacer: what is late by less than a period is caught up with, without skipping", () => {
  const pacer = new Pacer(0, MS);
  assert.equal(pacer.advance(2.999 * MS), 0);
  assert.equal(pacer.deadlineNs, 2 * MS);
  assert.equal(pacer.advance(3 * MS), 0);
  assert.equal(pacer.deadlineNs, 3 * MS);
});

Deno.test("pacer: whole periods that went by are skipped and counted", () => {
  const pacer = new Pacer(0, MS);
  assert.equal(pacer.advance(7.5 * MS), 5);
  assert.equal(pacer.deadlineNs, 7 * MS);
  assert.equal(pacer.index, 6);
  assert.equal(pacer.missed, 5);
  assert.equal(pacer.advance(7.6 * MS), 0);
  assert.equal(pacer.deadlineNs, 8 * MS);
});

Deno.test("pacer: exactly one period late is one skipped, so that two cycles never run back to back", () => {
  const pacer = new Pacer(0, MS);
  assert.equal(pacer.advance(3 * MS), 1);
  assert.equal(pacer.deadlineNs, 3 * MS);
});

Deno.test("pacer: deadlines stand on the grid, rise, and are never a period in the past, whatever the cycles take", () => {
  const durations = fc.array(
    fc.oneof(
      fc.integer({ min: 0, max: 2_000_000 }),
      fc.integer({ min: 0, max: 100 }).map((n) => n * 1_000_000),
      fc.integer({ min: 0, max: 3_600_000_000_000 }),
    ),
    { minLength: 1, maxLength: 60 },
  );
  const start = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000_000 });
  const period = fc.oneof(fc.constantFrom(200_000, 1_000_000, 5_000_000, 333_333), fc.integer({ min: 1, max: 1e9 }));
  fc.assert(fc.property(start, period, durations, (startNs, periodNs, took) => {
    const pacer = new Pacer(startNs, periodNs);
    let now = startNs;
    let advances = 0;
    for (const each of took) {
      const deadline = pacer.deadlineNs;
      now = Math.max(now, deadline) + each;
      const { index, missed } = pacer;
      const skipped = pacer.advance(now);
      advances++;
      assert.ok(pacer.deadlineNs > deadline);
      assert.ok(pacer.deadlineNs > now - periodNs, "would run back to back");
      assert.ok(skipped === 0 || pacer.deadlineNs <= now, "skipped too many");
      assert.equal(pacer.index, index + 1 + skipped);
      assert.equal(pacer.missed, missed + skipped);
      assert.equal(pacer.deadlineNs, startNs + (pacer.index + 1) * periodNs, "left the grid");
      assert.equal(pacer.index, advances + pacer.missed);
    }
  }));
});
