import { UsageError } from "../core/usage_error.ts";

/** Longest run [s]: timers count milliseconds in 31 bits. */
const LONGEST = 2_000_000;

/** Seconds of the flag `flag`, written as a positive decimal number. Throws a `UsageError` when they are not. */
export function parseSeconds(flag: string, text: string): number {
  const seconds = /^\+?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
  if (seconds > 0 && seconds <= LONGEST) return seconds;
  throw new UsageError(
    `Cannot read ${flag}: '${text}' is no usable time, a number of seconds above 0 and up to ${LONGEST} was wanted; ` +
      `write for example ${flag} 8`,
  );
}
