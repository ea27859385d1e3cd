import type { Clock } from "./clock.ts";

const TWO_32 = 4294967296;

/**
 * A clock for tests: time passes only when somebody sleeps, or by hand. Stamps are the local times, so that several parts of a test that share
 * the clock understand each other.
 */
export class TestClock implements Clock {
  /** Present time [ns]. */
  timeNs: number;
  /** Deadlines of all sleeps so far [ns]. */
  readonly sleeps: number[] = [];
  /** How late the next sleep ends [ns]; used once. */
  lateNs = 0;

  /** Starts at `timeNs`, by default at five seconds. */
  constructor(timeNs = 5e9) {
    this.timeNs = timeNs;
  }

  /** See {@link Clock.now}. */
  now(): number {
    return this.timeNs;
  }

  /** See {@link Clock.sleepUntil}. */
  sleepUntil(deadlineNs: number): number {
    this.sleeps.push(deadlineNs);
    if (deadlineNs > this.timeNs) this.timeNs = deadlineNs + this.lateNs;
    this.lateNs = 0;
    return 0;
  }

  /** See {@link Clock.stamp}. */
  stamp(timeNs: number, words: Uint32Array, index: number): void {
    words[index] = timeNs % TWO_32;
    words[index + 1] = Math.floor(timeNs / TWO_32);
  }

  /** See {@link Clock.fromStamp}. */
  fromStamp(low: number, high: number): number {
    return high * TWO_32 + low;
  }
}
