import type { Histogram } from "./histogram.ts";

/** Durations in a report [µs]. */
export interface DurationFigures {
  /** Number of durations; with 0 all others are 0 too, and say nothing. */
  count: number;
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
  const { count, p50, p99, p999, max } = histogram.summary();
  return { count, p50, p99, p999, max };
}
