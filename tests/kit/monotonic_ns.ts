import { SystemClock } from "../../core/system_clock.ts";

/** CLOCK_MONOTONIC [ns], the time of the mock robot's records. */
export function monotonicNs(): bigint {
  const clock = new SystemClock();
  const words = new Uint32Array(2);
  clock.stamp(clock.now(), words, 0);
  return (BigInt(words[1]) << 32n) | BigInt(words[0]);
}
