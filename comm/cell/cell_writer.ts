import type { Clock } from "../../core/clock.ts";
import { Libc } from "../../core/posix/libc.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { CellBell } from "./cell_bell.ts";
import { CellLayout } from "./cell_layout.ts";
import { CellMemory, type SingleCell } from "./cell_memory.ts";

const FUTEX_WAKE = 1;
const ALL = 0x7fffffff;

/** Settings of a {@link CellWriter}. */
export interface CellWriterOptions {
  /** Who writes, from 1 to 2^30 - 1, or 0 for nobody in particular; the process id by default. */
  readonly mark?: number;
  /** Memory of a {@link CellBell} that is rung for each message. */
  readonly bell?: SharedArrayBuffer;
}

/**
 * The one writer of a cell.
 *
 * - Who creates: the owner of the cell's key; a second writer at the same time is excluded by the transport, not here.
 * - Who blocks: nobody. Writing is wait-free whatever the readers do, also when a reader is stopped in the middle of a copy.
 * - If the writer dies in the middle of a message: that message never appears, the one before it stays readable, and the next
 *   writer of the cell goes on behind it.
 * - Real-time safe: `publish`.
 *
 * What is ordered by what stands in `docs/decisions/cell-memory-order.md`.
 */
export class CellWriter {
  /** Largest message [bytes]. */
  readonly capacity: number;
  /** Messages that something else published in this cell meanwhile; 0 unless the rule of one writer was broken. */
  foreign = 0;
  readonly #memory: CellMemory;
  readonly #clock: Clock;
  readonly #libc = new Libc();
  readonly #futex: Deno.PointerValue;
  readonly #bell: CellBell | undefined;
  #sequence: number;
  #mark: number;

  /** `clock` stamps the messages; its host clock must be the one of the readers. */
  constructor(descriptor: SingleCell, clock: Clock = new SystemClock(), options: CellWriterOptions = {}) {
    this.#memory = new CellMemory(descriptor);
    this.#mark = options.mark ?? Deno.pid;
    this.#bell = options.bell && new CellBell(options.bell);
    this.#clock = clock;
    this.capacity = this.#memory.capacity;
    this.#sequence = Atomics.load(this.#memory.atomics, CellLayout.W_SEQUENCE);
    this.#futex = this.#memory.sequencePointer();
  }

  /**
   * Publishes `byteLength` bytes of `source` from `byteOffset` (a multiple of 4), stamped with the present time; older messages are
   * overwritten. Returns 0, or -1 when the message is larger than the cell: nothing is published then.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    if (byteLength > this.capacity) return -1;
    const { words, atomics } = this.#memory;
    const previous = this.#sequence;
    const sequence = (previous + 1) | 0;
    const slot = this.#memory.slot(sequence);
    Atomics.store(atomics, slot + CellLayout.S_SEQUENCE, ~sequence);
    // This load keeps the plain stores below from becoming visible before the mark above. Its value is used, so that it stays.
    if (Atomics.load(atomics, CellLayout.W_SEQUENCE) !== previous) this.foreign++;
    words[slot + CellLayout.S_LENGTH] = byteLength;
    words[slot + CellLayout.S_WRITER] = this.#mark;
    this.#clock.stamp(this.#clock.now(), words, slot + CellLayout.S_STAMP);
    const end = (byteLength + 3) >>> 2;
    const from = byteOffset >>> 2;
    const to = slot + CellLayout.SLOT_HEADER;
    for (let i = 0; i < end; i++) words[to + i] = source[from + i];
    Atomics.store(atomics, slot + CellLayout.S_SEQUENCE, sequence);
    Atomics.store(atomics, CellLayout.W_SEQUENCE, sequence);
    this.#sequence = sequence;
    // A reader that sleeps has registered before it looked at the sequence number, and this looks after changing it: one sees the other.
    if (Atomics.load(atomics, CellLayout.W_AWAITED) === previous) {
      this.#libc.call.futex(this.#libc.constants.sysFutex, this.#futex, FUTEX_WAKE, ALL, null, null, 0);
    }
    if (this.#bell !== undefined) this.#bell.ring();
    return 0;
  }

  /** Changes the mark of the messages that follow: whoever passes on messages of several writers tells which. */
  setMark(mark: number): void {
    this.#mark = mark;
  }
}
