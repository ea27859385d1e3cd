import { RunFailure } from "../../core/run_failure.ts";
import { commonPeriod } from "../common_period.ts";

/** Small times are other numbers to a compiler than large ones: loops would be compiled twice. */
const LEAST_NS = 1000e9;

/** The latest start: 11 days, which leaves months until a number of nanoseconds is no longer exact [ns]. */
const MOST_NS = 1e15;

/**
 * Simulated time at which lock step begins [ns]: at least a thousand seconds, and a multiple of every robot's period, so that all are due at it. Throws a
 * {@link RunFailure} for periods that meet too rarely.
 */
export function lockstepStart(periodsNs: readonly number[]): number {
  const all = periodsNs.reduce((multiple, period) => {
    const next = multiple / commonPeriod([multiple, period]) * period;
    if (next <= MOST_NS) return next;
    const periods = [...new Set(periodsNs)].map((each) => each / 1e6).join(", ");
    throw new RunFailure(
      `--lockstep: the robots' periods of ${periods} ms have no common multiple below ${MOST_NS / 1e9} s; give them ` +
        "periods that share more factors, such as 1, 2, 2.5 and 5 ms",
    );
  });
  return Math.ceil(LEAST_NS / all) * all;
}
