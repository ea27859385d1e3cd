import type { Histogram } from "./histogram.ts";

/** Durations in a report [µs]. */
export interface DurationFigures {
  /** Median. */
  p50: number;
  /** 99th percentile. */
  p99: number;
  /** 99.9th percentile. */
  p999: number;
  /** Largest. */
  max: number;
}

/** The figures of a histogram as a report has them [µs]; zeros when it is empty. */
export function durationFigures(histogram: Histogram): DurationFigures {
  const { p50, p99, p999, max } = histogram.summary();
  return { p50, p99, p999, max };
}
