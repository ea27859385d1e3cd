/**
 * Steady time for loops and stamps.
 *
 * - Real-time safe: every method; none allocates.
 * - Local times are numbers of nanoseconds since the clock's epoch (a whole second of CLOCK_MONOTONIC some time before the start
 *   of the process), so that they are exact for 104 days. Stamps that leave the process are 64-bit and never held in one number.
 * - Blocks: only `sleepUntil`.
 */
export interface Clock {
  /** Nanoseconds since the epoch. */
  now(): number;
  /** Blocks the calling thread until `deadlineNs`; returns at once when it is past. Returns 0, or -1 when it was interrupted. */
  sleepUntil(deadlineNs: number): number;
  /** Writes the 64-bit CLOCK_MONOTONIC time [ns] of `timeNs` to `words[index]` (low) and `words[index + 1]` (high). */
  stamp(timeNs: number, words: Uint32Array, index: number): void;
  /** The local time of a stamp of the same host, from its low and high word. */
  fromStamp(low: number, high: number): number;
}
