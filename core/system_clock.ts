import type { Clock } from "./clock.ts";
import { Libc } from "./posix/libc.ts";

const CLOCK_MONOTONIC = 1;
const TIMER_ABSTIME = 1;
const EINTR = 4;
const NS_PER_S = 1e9;
const TWO_32 = 4294967296;

/** CLOCK_MONOTONIC by the C library. Every thread makes its own; those with the same epoch have the same local times. */
export class SystemClock implements Clock {
  /** Whole seconds of CLOCK_MONOTONIC that are local time 0; may be below 0 shortly after the start of the computer. */
  readonly epochS: number;
  readonly #libc = new Libc();
  readonly #time = new Int32Array(4); // timespec: seconds (64 bits), nanoseconds (64 bits); little-endian
  readonly #timeBytes = new Uint8Array(this.#time.buffer);
  readonly #wake = new Int32Array(4);
  readonly #wakeBytes = new Uint8Array(this.#wake.buffer);
  readonly #epochLow: number;
  readonly #epochHigh: number;

  /**
   * `epochS`: local time 0 in whole seconds of CLOCK_MONOTONIC; by default a thousand seconds ago: the compiler takes small
   * times for 32-bit integers, and compiled loops would be thrown away when they grow out of that after two seconds.
   */
  constructor(epochS?: number) {
    this.#libc.call.clock_gettime(CLOCK_MONOTONIC, this.#timeBytes);
    this.epochS = epochS ?? this.#time[0] - 1000;
    const epochNs = BigInt(this.epochS) * 1_000_000_000n;
    this.#epochLow = Number(epochNs & 0xffffffffn);
    this.#epochHigh = Number(epochNs >> 32n);
  }

  /** @realtime */
  now(): number {
    this.#libc.call.clock_gettime(CLOCK_MONOTONIC, this.#timeBytes);
    return (this.#time[0] - this.epochS) * NS_PER_S + this.#time[2];
  }

  /** @realtime */
  sleepUntil(deadlineNs: number): number {
    const seconds = Math.floor(deadlineNs / NS_PER_S);
    this.#wake[0] = seconds + this.epochS;
    this.#wake[2] = deadlineNs - seconds * NS_PER_S;
    let code = this.#libc.call.clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, this.#wakeBytes, null);
    while (code === EINTR) {
      code = this.#libc.call.clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, this.#wakeBytes, null);
    }
    return code === 0 ? 0 : -1;
  }

  /** @realtime */
  stamp(timeNs: number, words: Uint32Array, index: number): void {
    const high = Math.floor(timeNs / TWO_32);
    const low = timeNs - high * TWO_32 + this.#epochLow;
    const carry = low >= TWO_32 ? 1 : 0;
    words[index] = low - carry * TWO_32;
    words[index + 1] = high + this.#epochHigh + carry;
  }

  /** @realtime */
  fromStamp(low: number, high: number): number {
    return (high - this.#epochHigh) * TWO_32 + (low - this.#epochLow);
  }
}
