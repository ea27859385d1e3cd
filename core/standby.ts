import type { Clock } from "./clock.ts";

/** Looks at once after each other, before it sleeps: some 100 µs. */
const SPINS = 400;
/** A sleep [ns]; after it, it is seen whether somebody wants to stop. */
const SLEEP_NS = 1e6;

/** What somebody may sleep on: a `CellReader`. */
export interface Sleeper {
  /** Blocks until there is something new, at most `timeoutNs`. */
  wait(timeoutNs: number): boolean;
}

/**
 * Waits for what comes very soon, most often: at first it returns at once, so that the caller looks again, and then sleeps a millisecond at a time.
 * Real-time safe.
 */
export class Standby {
  readonly #clock: Clock;
  #spins = 0;
  /** Start of the present sleep, end of the last one; 0 before the first [ns]. */
  readonly #t = new Float64Array(2);

  /** `clock`: steady time. */
  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Waits a moment, on `sleeper` if there is one. Returns how long the caller has waited since the last call [ns], 0 as long as it does not sleep.
   *
   * @realtime
   */
  wait(sleeper: Sleeper | undefined): number {
    if (this.#spins < SPINS) {
      this.#spins++;
      return 0;
    }
    const t = this.#t;
    t[0] = t[1] === 0 ? this.#clock.now() : t[1];
    if (sleeper === undefined) this.#clock.sleepUntil(this.#clock.now() + SLEEP_NS);
    else sleeper.wait(SLEEP_NS);
    t[1] = this.#clock.now();
    return t[1] - t[0];
  }

  /**
   * What was waited for is there.
   *
   * @realtime
   */
  reset(): void {
    this.#spins = 0;
    this.#t[1] = 0;
  }
}
