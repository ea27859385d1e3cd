import type { Clock } from "../../core/clock.ts";
import { periodsToMakeUp } from "./periods_to_make_up.ts";

/** Index of a time: when the period ends. */
const DEADLINE = 0;
/** When its physics was done, or its sleep. */
const NOW = 1;
/** What the work of a period usually takes, the physics and what the loop does besides. */
const COST = 2;

/**
 * Keeps simulated time with the wall clock: periods end at absolute deadlines, and what was missed in a stall is made up as far as
 * `periodsToMakeUp` allows. In each period the owner calls, in this order: {@link begin}, then it simulates one period;
 * {@link endPhysics}, then it simulates as many as that says; {@link sleep}, and again; {@link finish}.
 */
export class PeriodPace {
  /** Periods that were missed and made up. */
  madeUp = 0;
  /** Periods that were missed and not simulated. */
  lost = 0;
  readonly #clock: Clock;
  readonly #periodNs: number;
  /** See the indices above [ns]: in an array, where numbers are never boxed. */
  readonly #timesNs = new Float64Array(3);
  #isRunning = false;
  #isMoved = false;

  /** The first period begins with the first {@link begin}. */
  constructor(clock: Clock, periodNs: number) {
    this.#clock = clock;
    this.#periodNs = periodNs;
  }

  /** Forgets the past: the next {@link begin} is the first. */
  restart(): void {
    this.madeUp = 0;
    this.lost = 0;
    this.#isRunning = false;
  }

  /** For a rehearsal: the present period ended `periods` periods ago, so that nothing waits. */
  rehearse(periods: number): void {
    this.#timesNs[DEADLINE] = this.#clock.now() - this.#periodNs * periods;
  }

  /** @realtime */
  begin(): void {
    if (this.#isRunning) return;
    const t = this.#timesNs;
    this.#isRunning = true;
    t[NOW] = this.#clock.now();
    t[DEADLINE] = t[NOW];
    t[COST] = Infinity;
  }

  /** @realtime */
  endPhysics(): number {
    const t = this.#timesNs;
    const wokenNs = t[NOW];
    t[NOW] = this.#clock.now();
    t[DEADLINE] += this.#periodNs;
    // A stall in the middle of the work is no cost of it: the figure at most doubles from one period to the next.
    t[COST] = Math.min(t[NOW] - wokenNs, 2 * t[COST] + 1000);
    return this.#passMissed();
  }

  /**
   * Blocks until the deadline.
   *
   * @realtime
   */
  sleep(): number {
    const t = this.#timesNs;
    this.#clock.sleepUntil(t[DEADLINE]);
    t[NOW] = this.#clock.now();
    return this.#passMissed();
  }

  /**
   * After a wake-up that was too late, blocks until the next deadline.
   *
   * @realtime
   */
  finish(): void {
    if (!this.#isMoved) return;
    this.#clock.sleepUntil(this.#timesNs[DEADLINE]);
    this.#timesNs[NOW] = this.#clock.now();
  }

  /**
   * Moves the deadline past whole periods that were missed, and returns how many of them to make up. Rounded, so that no period is
   * shorter than a half: the loop above would take that for a robot that does not wait.
   *
   * @realtime
   */
  #passMissed(): number {
    const t = this.#timesNs;
    const missed = Math.round((t[NOW] - t[DEADLINE]) / this.#periodNs);
    this.#isMoved = missed > 0;
    if (missed <= 0) return 0;
    const count = periodsToMakeUp(missed, this.#periodNs, t[COST]);
    this.madeUp += count;
    this.lost += missed - count;
    t[DEADLINE] += missed * this.#periodNs;
    return count;
  }
}
