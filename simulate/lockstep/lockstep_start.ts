import { commonPeriod } from "../common_period.ts";

/** Small times are other numbers to a compiler than large ones: loops would be compiled twice. */
const LEAST_NS = 1000e9;

/** Simulated time at which lock step begins [ns]: at least a thousand seconds, and a multiple of every robot's period, so that all are due at it. */
export function lockstepStart(periodsNs: readonly number[]): number {
  const all = periodsNs.reduce((multiple, period) => multiple * period / commonPeriod([multiple, period]));
  return Math.ceil(LEAST_NS / all) * all;
}
