import { Libc } from "../core/posix/libc.ts";

const CLOCK_THREAD_CPUTIME_ID = 3;

/** Time that this thread has spent on a processor: what other programs take from it does not count. */
export class ThreadTime {
  readonly #libc = new Libc();
  readonly #time = new Int32Array(4); // timespec: seconds (64 bits), nanoseconds (64 bits); little-endian
  readonly #bytes = new Uint8Array(this.#time.buffer);

  /** The time [µs]. */
  now(): number {
    this.#libc.call.clock_gettime(CLOCK_THREAD_CPUTIME_ID, this.#bytes);
    return this.#time[0] * 1e6 + this.#time[2] / 1e3;
  }
}
