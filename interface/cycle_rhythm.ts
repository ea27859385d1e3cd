import type { Clock } from "../core/clock.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";

/** A driver on a grid of its own may catch up, at double rate, for so many cycles after it was late; then it counts as one that does not block. */
const CATCH_UP = 200;

/**
 * The rhythm of an interface's cycles, which the driver's `sync()` makes: its figures, the sign of life, and the guard against a `sync()` that does
 * not block.
 *
 * - In each cycle: `begin`, `sync()`, `synced`, the rest, `end`.
 * - Blocks: `synced`, where `sync()` did not; the loop is so kept at its period.
 * - Real-time safe: all three.
 */
export class CycleRhythm {
  /** One number: local time at which `sync()` of this cycle, and the guard, have ended [ns]. */
  readonly nowNs = new Float64Array(1);
  readonly #block: SharedBlock;
  readonly #clock: Clock;
  readonly #periodNs: number;
  /** Times [ns]: start of the cycle, end of its `sync()`, that of the one before, grid on which cycles are due. */
  readonly #t = new Float64Array(4);
  /** Calls of `sync()` in a row that the guard had to slow down. */
  #free = 0;

  /** `periodNs`: `controller.time_step` [ns]; figures go to `block`. */
  constructor(block: SharedBlock, clock: Clock, periodNs: number) {
    this.#block = block;
    this.#clock = clock;
    this.#periodNs = periodNs;
  }

  /**
   * A cycle begins.
   *
   * @realtime
   */
  begin(): void {
    this.#t[0] = this.#clock.now();
    this.#block.values[B.HEARTBEAT] = this.#t[0];
  }

  /**
   * `sync()` has returned.
   *
   * @realtime
   */
  synced(): void {
    const block = this.#block;
    const clock = this.#clock;
    const periodNs = this.#periodNs;
    const t = this.#t;
    t[1] = clock.now();
    const syncNs = t[1] - t[0];
    block.histograms[B.H_SYNC].record(syncNs);
    // The grid on which cycles are due, at most one period behind the clock and two ahead: a driver may catch up a little after a late cycle.
    t[3] = t[3] + periodNs > t[1] - periodNs ? t[3] + periodNs : t[1] - periodNs;
    if (t[3] - t[1] > 2 * periodNs) {
      if (syncNs < periodNs / 4) {
        if (this.#free <= CATCH_UP) this.#free++;
        if (this.#free === CATCH_UP) block.events.push(InterfaceEvent.SyncDoesNotBlock, syncNs, 0, 0, 0);
        block.values[B.GUARD_SLEEPS] += 1;
        clock.sleepUntil(this.#free < CATCH_UP ? t[2] + periodNs / 2 : t[3] - 2 * periodNs);
        t[1] = clock.now();
      }
      if (t[3] - t[1] > 2 * periodNs) t[3] = t[1] + 2 * periodNs;
    }
    if (syncNs >= periodNs / 4) this.#free = 0;
    if (t[2] > 0) {
      const lateNs = t[1] - t[2] - periodNs;
      block.histograms[B.H_LATE].record(lateNs);
      // A quarter of a period is forgiven: a cycle that is late, and caught up by the next, is none that was missed.
      if (lateNs > 0) block.values[B.MISSED] += Math.floor(lateNs / periodNs + 0.25);
    }
    t[2] = t[1];
    this.nowNs[0] = t[1];
  }

  /**
   * The cycle has ended.
   *
   * @realtime
   */
  end(): void {
    this.#block.histograms[B.H_CYCLE].record(this.#clock.now() - this.#t[1]);
    this.#block.values[B.CYCLES] += 1;
  }
}
