import type { Clock } from "../../core/clock.ts";
import { Libc } from "../../core/posix/libc.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { CellLayout } from "./cell_layout.ts";
import type { MessageReader } from "../message_reader.ts";
import { type CellDescriptor, CellMemory } from "./cell_memory.ts";

const FUTEX_WAIT = 0;
const ATTEMPTS = 4;
/** A number of so few bits is never boxed by V8. */
const MARK_BITS = 0x3fffffff;

/**
 * A reader of a cell; there may be any number of them.
 *
 * - "Latest" means latest: messages that were overwritten before they were taken are gone, none is returned twice, and what was
 *   published before the reader was made is not returned at all.
 * - Who blocks: only `wait`. A writer never waits for a reader, also not for one that is stopped in the middle of a copy.
 * - A torn message is never returned: the slot is checked after the copy, and a reader that was overtaken tries again, at most four times.
 * - Who writes: only `wait` does; for `takeLatest` the memory may be mapped for reading alone, and readers do not disturb each other.
 * - Real-time safe: `takeLatest`, `wait`, `ageNs`.
 *
 * What is ordered by what stands in `docs/decisions/cell-memory-order.md`.
 */
export class CellReader implements MessageReader {
  /** Arrival of the message last taken: local time of the clock [ns]; `-Infinity` before the first. */
  arrivalNs: number = -Infinity;
  /** The same as 64-bit stamp: low and high word. */
  readonly arrivalStamp = new Uint32Array(2);
  /** Messages that were overwritten before this reader took them. */
  overwritten = 0;
  /** Times that a copy was given up because the writer overtook the reader. */
  overtaken = 0;
  /** Mark of the writer of the message last taken, see `CellLayout.S_WRITER`; 0 before the first. */
  writer = 0;
  readonly #clock: Clock;
  readonly #libc = new Libc();
  readonly #timeout = new Int32Array(4);
  readonly #timeoutBytes = new Uint8Array(this.#timeout.buffer);
  /** Memory of this reader alone: a store to it orders loads, and no other processor waits for its cache line. */
  readonly #fence = new Int32Array(new SharedArrayBuffer(64));
  /** The cells that this reader may be told to read, one for most. */
  readonly #cells: readonly CellMemory[];
  readonly #futexes: readonly Deno.PointerValue[];
  /** Which of them: one word that others set. */
  readonly #choice: Int32Array;
  /** Of each cell: what came there before the last look, and is of no interest any more. */
  readonly #passed: Int32Array;
  #chosen = 0;
  #memory: CellMemory;
  #futex: Deno.PointerValue;
  #taken: number;

  /** Starts with the messages that come from now on. */
  constructor(descriptor: CellDescriptor, clock: Clock = new SystemClock()) {
    const switched = descriptor.kind === "switched";
    this.#cells = (switched ? descriptor.cells : [descriptor]).map((cell) => new CellMemory(cell));
    this.#futexes = this.#cells.map((cell) => cell.sequencePointer());
    this.#choice = new Int32Array(switched ? descriptor.choice : new SharedArrayBuffer(4));
    this.#clock = clock;
    this.#chosen = Atomics.load(this.#choice, 0);
    this.#memory = this.#cells[this.#chosen];
    this.#futex = this.#futexes[this.#chosen];
    this.#passed = new Int32Array(this.#cells.length);
    this.#passOver();
    this.#taken = this.#passed[this.#chosen];
  }

  /** Largest message [bytes]. */
  get capacity(): number {
    let capacity = 0;
    for (const cell of this.#cells) capacity = Math.max(capacity, cell.capacity);
    return capacity;
  }

  /**
   * Copies the latest message, if there is a new one, to the start of `into`. Returns its length [bytes], or -1 when there is
   * none, or when it does not fit `into`.
   *
   * @realtime
   */
  takeLatest(into: Uint32Array): number {
    if (this.#cells.length > 1) this.#follow();
    const { words, atomics } = this.#memory;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const sequence = Atomics.load(atomics, CellLayout.W_SEQUENCE);
      if (sequence === this.#taken) return -1;
      const slot = this.#memory.slot(sequence);
      if (Atomics.load(atomics, slot + CellLayout.S_SEQUENCE) === sequence) {
        const length = words[slot + CellLayout.S_LENGTH];
        const low = words[slot + CellLayout.S_STAMP];
        const high = words[slot + CellLayout.S_STAMP + 1];
        const writer = words[slot + CellLayout.S_WRITER];
        const count = (length + 3) >>> 2;
        const fits = length <= this.#memory.capacity && count <= into.length;
        if (fits) {
          const from = slot + CellLayout.SLOT_HEADER;
          for (let i = 0; i < count; i++) into[i] = words[from + i];
        }
        // This store keeps the plain loads above from being done after the check below.
        Atomics.store(this.#fence, 0, sequence);
        if (Atomics.load(atomics, slot + CellLayout.S_SEQUENCE) === sequence) {
          this.overwritten += ((sequence - this.#taken) | 0) - 1;
          this.#taken = sequence;
          if (!fits) return -1;
          this.writer = writer & MARK_BITS;
          this.arrivalNs = this.#clock.fromStamp(low, high);
          this.#clock.stamp(this.arrivalNs, this.arrivalStamp, 0);
          return length;
        }
      }
      this.overtaken++;
    }
    return -1;
  }

  /**
   * Time since the message last taken [ns]; `Infinity` before the first.
   *
   * @realtime
   */
  ageNs(): number {
    return this.#clock.now() - this.arrivalNs;
  }

  /**
   * Blocks until there is a message that was not taken yet, at most `timeoutNs` (under one second). Returns false at the timeout.
   * The writer pays a system call only for messages that somebody sleeps for; a reader that dies asleep costs it one.
   *
   * @realtime
   */
  wait(timeoutNs: number): boolean {
    if (this.#cells.length > 1) this.#follow();
    const atomics = this.#memory.atomics;
    for (;;) {
      // In this order: an older reader never replaces the registration of one that waits for a newer message.
      const awaited = Atomics.load(atomics, CellLayout.W_AWAITED);
      if (Atomics.load(atomics, CellLayout.W_SEQUENCE) !== this.#taken) return true;
      if (awaited === this.#taken) break;
      if (Atomics.compareExchange(atomics, CellLayout.W_AWAITED, awaited, this.#taken) === awaited) break;
    }
    this.#timeout[2] = timeoutNs;
    const { call, constants } = this.#libc;
    call.futex_timed(constants.sysFutex, this.#futex, FUTEX_WAIT, this.#taken, this.#timeoutBytes, null, 0);
    return Atomics.load(atomics, CellLayout.W_SEQUENCE) !== this.#taken;
  }

  /**
   * Goes over to the cell that is chosen, if it is another one, and begins there with what has come since the last look.
   *
   * @realtime
   */
  #follow(): void {
    const chosen = Atomics.load(this.#choice, 0);
    if (chosen !== this.#chosen) {
      this.#chosen = chosen;
      this.#memory = this.#cells[chosen];
      this.#futex = this.#futexes[chosen];
      this.#taken = this.#passed[chosen];
    }
    this.#passOver();
  }

  /** @realtime */
  #passOver(): void {
    for (let i = 0; i < this.#cells.length; i++) {
      this.#passed[i] = Atomics.load(this.#cells[i].atomics, CellLayout.W_SEQUENCE);
    }
  }
}
