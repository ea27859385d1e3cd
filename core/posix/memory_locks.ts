import { Libc } from "./libc.ts";

const PAGE_BYTES = 4096n;
const READ_WRITE = 3;
const PRIVATE_ANONYMOUS = 0x22;
const MADV_DONTNEED = 4;
const EINVAL = 22;
const EAGAIN = 11;

/**
 * Finds out whether somebody has locked the whole memory of this process (`mlockall`), and undoes it: pages that are locked cannot be given back to the
 * system, as the JavaScript engine does with those that it does not need, and the engine ends the process (SIGTRAP) when that fails. Two or
 * three system calls each time, nothing is allocated.
 */
export class MemoryLocks {
  readonly #libc = new Libc();
  /** A page that is there from now on, for `MCL_CURRENT`. */
  readonly #page = this.#map();

  /** Unlocks everything, also single buffers, when all memory was locked; returns whether it was. */
  giveBack(): boolean {
    if (!this.#isLocked(this.#page) && !this.#isNewLocked()) return false;
    this.#libc.call.munlockall();
    return true;
  }

  /** Whether memory that is mapped now is locked at once: `MCL_FUTURE`. */
  #isNewLocked(): boolean {
    const page = this.#map();
    if (page === null) return this.#libc.errno() === EAGAIN; // more than may be locked
    const isLocked = this.#isLocked(page);
    this.#libc.call.munmap(page, PAGE_BYTES);
    return isLocked;
  }

  #isLocked(page: Deno.PointerValue): boolean {
    return page !== null && this.#libc.call.madvise(page, PAGE_BYTES, MADV_DONTNEED) !== 0 &&
      this.#libc.errno() === EINVAL;
  }

  #map(): Deno.PointerValue {
    const page = this.#libc.call.mmap(null, PAGE_BYTES, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0n);
    return Deno.UnsafePointer.value(page) === MAP_FAILED ? null : page;
  }
}

const MAP_FAILED = 2n ** 64n - 1n;
