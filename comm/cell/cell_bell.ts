import { Libc } from "../../core/posix/libc.ts";

const FUTEX_WAIT = 0;
const FUTEX_WAKE = 1;
const ALL = 0x7fffffff;
/** Word: how often it was rung. */
const COUNT = 0;
/** Word: 1 while somebody sleeps for it. */
const SLEEPING = 1;

/**
 * Wakes the main thread of this process when a writer in another thread has published: one bell for any number of cells.
 *
 * - Why not `Atomics.waitAsync`: a main thread that has nothing else to do is not woken by `Atomics.notify` of a worker (Deno 2.6); its
 *   event loop sees the change only when it turns for another reason.
 * - Who blocks: nobody. The one who listens keeps one of the few threads (32) that Deno has for waiting calls.
 * - Real-time safe: `ring`. It makes a system call only while somebody sleeps.
 */
export class CellBell {
  readonly #words: Int32Array<SharedArrayBuffer>;
  readonly #pointer: Deno.PointerValue;
  readonly #libc = new Libc();

  /** Opens the bell that lies in `buffer`, from `allocate`. */
  constructor(buffer: SharedArrayBuffer) {
    this.#words = new Int32Array(buffer);
    this.#pointer = Deno.UnsafePointer.of(this.#words as Int32Array<ArrayBufferLike> as Int32Array<ArrayBuffer>);
  }

  /** Memory of a bell; it goes through `postMessage`. */
  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(8);
  }

  /**
   * Wakes whoever listens.
   *
   * @realtime
   */
  ring(): void {
    Atomics.add(this.#words, COUNT, 1);
    if (Atomics.load(this.#words, SLEEPING) === 0) return;
    this.#libc.call.futex(this.#libc.constants.sysFutex, this.#pointer, FUTEX_WAKE, ALL, null, null, 0);
  }

  /** Calls `look`, then sleeps until the bell has been rung since that began. One listener at a time. */
  async listen(look: () => void): Promise<void> {
    // In this order: whoever rings after the count was taken changes it, and then the call below does not sleep.
    Atomics.store(this.#words, SLEEPING, 1);
    const count = Atomics.load(this.#words, COUNT);
    look();
    await this.#libc.call.futex_async(this.#libc.constants.sysFutex, this.#pointer, FUTEX_WAIT, count, null, null, 0);
    Atomics.store(this.#words, SLEEPING, 0);
  }
}
