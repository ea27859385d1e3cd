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
  /** Next deadline [ns of the loop's clock]. */
  deadlineNs: number;
  /** Number of the next cycle on the grid, 0 at the start. */
  index = 0;
  /** Periods skipped so far. */
  missed = 0;

  /** The first deadline is one period after `startNs`. */
  constructor(startNs: number, periodNs: number) {
    this.periodNs = periodNs;
    this.deadlineNs = startNs + periodNs;
  }

  /**
   * Moves on to the first deadline that is after the current one and not more than one period in the past. Returns how many
   * whole periods were skipped.
   *
   * @realtime
   */
  advance(nowNs: number): number {
    this.deadlineNs += this.periodNs;
    this.index++;
    const lateNs = nowNs - this.deadlineNs;
    if (lateNs < this.periodNs) return 0;
    const skipped = Math.floor(lateNs / this.periodNs);
    this.deadlineNs += skipped * this.periodNs;
    this.index += skipped;
    this.missed += skipped;
    return skipped;
  }
}
