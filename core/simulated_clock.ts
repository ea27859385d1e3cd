import type { Clock } from "./clock.ts";

const TWO_32 = 4294967296;

/**
 * Simulated time: it stands still until somebody sets it, for loops in lock step.
 *
 * - It may lie in shared memory: one thread sets it, all others read it.
 * - Stamps are the time itself, the same on every computer. What arrives, arrives at the present: a stamp of the wall clock says nothing here.
 * - Real-time safe, and blocks never: every method.
 */
export class SimulatedClock implements Clock {
  readonly #values: Float64Array;
  readonly #at: number;

  /** The time [ns] is `values[at]`. */
  constructor(values: Float64Array = new Float64Array(1), at = 0) {
    this.#values = values;
    this.#at = at;
  }

  /**
   * The time that a message was sent at, from the stamp in it [ns].
   *
   * @realtime
   */
  static timeOf(stamp: Uint32Array): number {
    return stamp[1] * TWO_32 + stamp[0];
  }

  /**
   * Sets the time [ns].
   *
   * @realtime
   */
  set(timeNs: number): void {
    this.#values[this.#at] = timeNs;
  }

  /** @realtime */
  now(): number {
    return this.#values[this.#at];
  }

  /**
   * Returns at once: time passes by {@link set} alone.
   *
   * @realtime
   */
  sleepUntil(_deadlineNs: number): number {
    return 0;
  }

  /** @realtime */
  stamp(timeNs: number, words: Uint32Array, index: number): void {
    const high = Math.floor(timeNs / TWO_32);
    words[index] = timeNs - high * TWO_32;
    words[index + 1] = high;
  }

  /** @realtime */
  fromStamp(_low: number, _high: number): number {
    return this.#values[this.#at];
  }
}
