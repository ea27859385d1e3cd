import assert from "node:assert/strict";
import fc from "fast-check";
import { durationFigures } from "./duration_figures.ts";
import { Histogram } from "./histogram.ts";

/** The value that the share `q` of `sorted` does not exceed. */
function exact(sorted: readonly number[], q: number): number {
  return sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1];
}

function filled(values: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const value of values) histogram.record(value);
  return histogram;
}

/** Durations of every size, up to nine minutes; whole numbers, as clocks give them, and fractions. */
const duration = fc.oneof(
  fc.integer({ min: 0, max: 200 }),
  fc.integer({ min: 0, max: 5_000_000 }),
  fc.integer({ min: 0, max: 2 ** 39 - 1 }),
  fc.nat({ max: 38 }).chain((bits) => fc.constantFrom(2 ** bits - 1, 2 ** bits, 2 ** bits + 1)),
  fc.double({ min: 0, max: 1e9, noNaN: true }),
);

Deno.test("histogram: quantiles are within 1.6 % of those of the sorted values; count, least, largest and mean are exact", () => {
  fc.assert(fc.property(fc.array(duration, { minLength: 1, maxLength: 300 }), (values) => {
    const histogram = filled(values);
    const sorted = [...values].sort((a, b) => a - b);
    for (const q of [0, 0.001, 0.25, 0.5, 0.9, 0.99, 0.999, 1]) {
      const wanted = exact(sorted, q);
      // A value below 64 has a bucket of its own, but for its fraction.
      const allowed = Math.max(0.016 * wanted, 1);
      const got = histogram.quantile(q);
      assert.ok(Math.abs(got - wanted) <= allowed, `q ${q}: ${got}, wanted ${wanted}`);
    }
    const summary = histogram.summary(1);
    const round = (value: number) => Math.round(value * 1000) / 1000;
    assert.equal(histogram.count, values.length);
    assert.equal(summary.count, values.length);
    assert.equal(histogram.max, sorted.at(-1));
    assert.equal(summary.max, round(sorted.at(-1)!));
    assert.equal(summary.min, round(sorted[0]));
    assert.ok(Math.abs(summary.mean - values.reduce((a, b) => a + b, 0) / values.length) <= 0.001);
  }));
});

Deno.test("histogram: quantiles rise with the share, and stay between least and largest", () => {
  fc.assert(fc.property(fc.array(duration, { minLength: 1, maxLength: 100 }), (values) => {
    const histogram = filled(values);
    let before = -Infinity;
    for (let q = 0; q <= 1; q += 0.05) {
      const at = histogram.quantile(q);
      assert.ok(at >= before);
      assert.ok(at >= Math.min(...values) && at <= histogram.max);
      before = at;
    }
  }));
});

Deno.test("histogram: without values all figures are 0", () => {
  const { count, p50, p99, p999, max, min, mean } = new Histogram().summary();
  assert.deepEqual([count, p50, p99, p999, max, min, mean], [0, 0, 0, 0, 0, 0, 0]);
});

Deno.test("histogram: what is negative or no number counts as 0", () => {
  const histogram = filled([-1, -1e18, NaN, -0]);
  assert.equal(histogram.count, 4);
  assert.equal(histogram.max, 0);
  assert.equal(histogram.quantile(1), 0);
  assert.equal(histogram.summary().mean, 0);
});

Deno.test("histogram: durations beyond nine minutes are above all others, and the largest is exact", () => {
  for (const huge of [2 ** 39, 2 ** 40 + 1, 2 ** 47, 2 ** 48, 2 ** 49 + 2 ** 20, 2 ** 52, 1e18, Infinity]) {
    const histogram = filled([1000, 2000, huge]);
    assert.equal(histogram.max, huge);
    assert.ok(histogram.quantile(1) >= 2 ** 38, `${huge}: ${histogram.quantile(1)}`);
    assert.ok(Math.abs(histogram.quantile(0.5) - 2000) <= 32);
  }
});

Deno.test("histogram: two on the same memory are one, and neighbours in a buffer do not touch", () => {
  const buffer = new SharedArrayBuffer(3 * Histogram.BYTES);
  const [below, writer, above] = [0, 1, 2].map((i) => new Histogram(buffer, i * Histogram.BYTES));
  const reader = new Histogram(buffer, Histogram.BYTES);
  for (let i = 0; i < 1000; i++) writer.record(2 ** (i % 60));
  assert.deepEqual(reader.summary(), writer.summary());
  assert.equal(below.count + above.count, 0);
  assert.equal(below.max + above.max, 0);
  reader.reset();
  assert.equal(writer.count, 0);
  writer.record(7);
  assert.equal(writer.summary(1).min, 7);
});

Deno.test("duration figures: in microseconds, to three decimals", () => {
  const histogram = filled(Array.from({ length: 1000 }, (_, i) => 1000 * (i + 1)));
  const figures = durationFigures(histogram);
  assert.equal(figures.max, 1000);
  assert.ok(Math.abs(figures.p50 - 500) <= 8 && Math.abs(figures.p99 - 990) <= 16 && figures.p999 <= 1000);
  assert.deepEqual(durationFigures(new Histogram()), { count: 0, p50: 0, p99: 0, p999: 0, max: 0 });
});

Deno.test("what was recorded since a mark: count, mean and largest, each time anew", () => {
  const histogram = new Histogram();
  const mark = Histogram.newMark();
  assert.deepEqual(histogram.takeSince(mark), { count: 0, mean: NaN, max: NaN });
  histogram.record(1000);
  histogram.record(3000);
  const { count, mean, max } = histogram.takeSince(mark);
  assert.deepEqual([count, mean], [2, 2000]);
  assert.ok(Math.abs(max - 3000) < 0.016 * 3000, `${max}`);
  histogram.record(500);
  const later = histogram.takeSince(mark);
  assert.deepEqual([later.count, later.mean], [1, 500]);
  assert.ok(Math.abs(later.max - 500) < 0.016 * 500, `${later.max}`);
  assert.equal(histogram.takeSince(Histogram.newMark()).count, 3, "another mark has its own");
});
