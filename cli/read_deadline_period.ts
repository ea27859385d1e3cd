import { UsageError } from "../core/usage_error.ts";

/** Longest period that the kernel takes [ms]. */
const LONGEST = 4000;

/**
 * Period of the SCHED_DEADLINE reservation [ns] from the value of `MC_RT_FREQ` [ms]; undefined when the variable is not set.
 * Throws a `UsageError` for anything but a positive number.
 */
export function readDeadlinePeriod(value: string | undefined): number | undefined {
  if (value === undefined || value === "") return undefined;
  const milliseconds = /^\s*(\d+\.?\d*|\.\d+)\s*$/.test(value) ? Number(value) : NaN;
  if (milliseconds > 0 && milliseconds <= LONGEST) return Math.max(1, Math.round(milliseconds * 1e6));
  throw new UsageError(
    `Cannot read MC_RT_FREQ: '${value}' is no usable period, milliseconds above 0 and up to ${LONGEST} were wanted; ` +
      "correct the environment variable, or unset it for 1 ms",
  );
}
