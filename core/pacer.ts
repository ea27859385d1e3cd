/**
 * Absolute deadlines of a periodic loop, as plain arithmetic: it neither reads a clock nor sleeps.
 *
 * - Deadlines stand on the grid `start + n · period`; the grid never moves.
 * - Whole periods that went by during an overrun are skipped and counted, never run back to back.
 * - Real-time safe: every method.
 */
export class Pacer {
  /** Period [ns]. */
  readonly periodNs: number;
  /** The next deadline, in an array, because a number in a field is allocated anew at every change. */
  readonly #deadline = new Float64Array(1);
  /** Number of the next cycle on the grid, 0 at the start. */
  index = 0;
  /** Periods skipped so far. */
  missed = 0;

  /** The first deadline is one period after `startNs`. */
  constructor(startNs: number, periodNs: number) {
    this.periodNs = periodNs;
    this.#deadline[0] = startNs + periodNs;
  }

  /** Next deadline [ns of the loop's clock]. */
  get deadlineNs(): number {
    return this.#deadline[0];
  }

  /**
   * Moves on to the first deadline that is after the current one and not more than one period in the past. Returns how many
   * whole periods were skipped.
   *
   * @realtime
   */
  advance(nowNs: number): number {
    this.#deadline[0] += this.periodNs;
    this.index++;
    const lateNs = nowNs - this.#deadline[0];
    if (lateNs < this.periodNs) return 0;
    const skipped = Math.floor(lateNs / this.periodNs);
    this.#deadline[0] += skipped * this.periodNs;
    this.index += skipped;
    this.missed += skipped;
    return skipped;
  }
}
