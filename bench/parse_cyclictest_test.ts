import assert from "node:assert/strict";
import { parseCyclictest } from "./parse_cyclictest.ts";

/** What `cyclictest -q -N -h 20` prints for 1000 values, of which the last ones have no bucket. */
function output(buckets: Record<number, number>, overflows: number): string {
  const rows = Array.from(
    { length: 20 },
    (_, i) => `${String(i).padStart(6, "0")} ${String(buckets[i] ?? 0).padStart(6, "0")}`,
  );
  return [
    "# /dev/cpu_dma_latency set to 0us",
    "# Histogram",
    ...rows,
    "# Total: 000001000",
    "# Min Latencies: 00003",
    "# Avg Latencies: 00007",
    "# Max Latencies: 00044",
    `# Histogram Overflows: ${String(overflows).padStart(5, "0")}`,
    "# Histogram Overflow at cycle number:",
    "# Thread 0: 00001 00002",
    "",
  ].join("\n");
}

Deno.test("quantiles come from the histogram by rank, the other figures from the lines behind it", () => {
  assert.deepEqual(parseCyclictest(output({ 3: 499, 7: 1, 9: 489, 12: 10, 19: 1 }, 0), 20), {
    count: 1000,
    p50: 7,
    p99: 12,
    p999: 12,
    max: 44,
    min: 3,
    mean: 7,
  });
});

Deno.test("a quantile among the values without a bucket is the end of the histogram", () => {
  const figures = parseCyclictest(output({ 3: 995 }, 5), 20);
  assert.ok(typeof figures !== "string");
  assert.equal(figures.count, 1000);
  assert.equal(figures.p99, 3);
  assert.equal(figures.p999, 20);
});

Deno.test("what is no output of cyclictest gives a reason", () => {
  for (const text of ["", "unable to set scheduler", "# Histogram\n000001 000002\n"]) {
    assert.match(String(parseCyclictest(text, 20)), /could not be read/);
  }
  assert.match(String(parseCyclictest(output({}, 0), 20)), /could not be read/);
});
