import type { HistogramSummary } from "../core/histogram.ts";

/**
 * The figures in the output of `cyclictest -q -N -h <longestNs>` for one thread [ns]; the reason when it is none. A quantile among the
 * times that its histogram has no bucket for counts as `longestNs`, which makes cyclictest look better than it was.
 */
export function parseCyclictest(text: string, longestNs: number): HistogramSummary | string {
  const counts: [number, number][] = [];
  let inside = false;
  for (const line of text.split("\n")) {
    if (line.startsWith("#")) {
      inside = line.startsWith("# Histogram") && !line.includes("Overflow");
      continue;
    }
    if (!inside) continue;
    const [bucket, count] = line.split(" ");
    if (Number(count) > 0) counts.push([Number(bucket), Number(count)]);
  }
  const field = (name: string) => Number(new RegExp(`^# ${name}:\\s*(\\d+)`, "m").exec(text)?.[1] ?? NaN);
  const overflows = field("Histogram Overflows");
  const [min, mean, max] = [field("Min Latencies"), field("Avg Latencies"), field("Max Latencies")];
  const count = counts.reduce((sum, [, n]) => sum + n, 0) + overflows;
  if (!(count > 0) || Number.isNaN(min + mean + max)) {
    return "the output of cyclictest could not be read; version 2 of rt-tests was wanted";
  }
  const quantile = (q: number) => {
    const rank = Math.max(1, Math.ceil(q * count));
    let seen = 0;
    for (const [bucket, n] of counts) {
      seen += n;
      if (seen >= rank) return bucket;
    }
    return longestNs;
  };
  return { count, p50: quantile(0.5), p99: quantile(0.99), p999: quantile(0.999), max, min, mean };
}
