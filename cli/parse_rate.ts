import { UsageError } from "../core/usage_error.ts";

/** Slowest and quickest rate [Hz]: a window of a quarter of an hour, and what a timer can do. */
const SLOWEST = 0.001;
const QUICKEST = 1000;

/** The rate of the flag `flag` [Hz], written as a positive decimal number. Throws a `UsageError` when it is none. */
export function parseRate(flag: string, text: string): number {
  const rate = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (rate >= SLOWEST && rate <= QUICKEST) return rate;
  throw new UsageError(
    `Cannot read ${flag}: '${text}' is no usable rate, a number of Hz from ${SLOWEST} to ${QUICKEST} was wanted; ` +
      `write for example ${flag} 10`,
  );
}
