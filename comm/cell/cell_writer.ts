import type { Clock } from "../../core/clock.ts";
import { Libc } from "../../core/posix/libc.ts";
import { CellLayout } from "./cell_layout.ts";
import { type CellDescriptor, CellMemory } from "./cell_memory.ts";

const FUTEX_WAKE = 1;
const ALL = 0x7fffffff;

/**
 * The one writer of a cell.
 *
 * - Who creates: the owner of the cell's key; a second writer at the same time is excluded by the transport, not here.
 * - Who blocks: nobody. Writing is wait-free whatever the readers do, also when a reader is stopped in the middle of a copy.
 * - If the writer dies in the middle of a message: that message never appears, the one before it stays readable, and the next
 *   writer of the cell goes on behind it.
 * - Real-time safe: `publish`.
 */
export class CellWriter {
  /** Largest message [bytes]. */
  readonly capacity: number;
  readonly #memory: CellMemory;
  readonly #clock: Clock;
  readonly #libc = new Libc();
  readonly #futex: Deno.PointerValue;
  #sequence: number;

  /** `clock` stamps the messages; its host clock must be the one of the readers. */
  constructor(descriptor: CellDescriptor, clock: Clock) {
    this.#memory = new CellMemory(descriptor);
    this.#clock = clock;
    this.capacity = this.#memory.capacity;
    this.#sequence = Atomics.load(this.#memory.atomics, CellLayout.W_SEQUENCE);
    this.#futex = this.#memory.sequencePointer();
    this.#memory.words[CellLayout.W_WRITER] = Deno.pid;
  }

  /**
   * Publishes `byteLength` bytes of `source` from `byteOffset` (a multiple of 4), stamped with `timeNs`; older messages are overwritten.
   * Returns 0, or -1 when the message is larger than the cell: nothing is published then.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number, timeNs: number): number {
    if (byteLength > this.capacity) return -1;
    const { words, atomics } = this.#memory;
    let sequence = (this.#sequence + 1) | 0;
    if (sequence === CellLayout.WRITING) sequence = 0;
    const slot = this.#memory.slot(sequence);
    Atomics.store(atomics, slot + CellLayout.S_SEQUENCE, CellLayout.WRITING);
    // A sequentially consistent load behind such a store keeps the plain stores below from moving up before the mark.
    Atomics.load(atomics, CellLayout.W_SEQUENCE);
    words[slot + CellLayout.S_LENGTH] = byteLength;
    this.#clock.stamp(timeNs, words, slot + CellLayout.S_STAMP);
    const end = (byteLength + 3) >>> 2;
    const from = byteOffset >>> 2;
    const to = slot + CellLayout.SLOT_HEADER;
    for (let i = 0; i < end; i++) words[to + i] = source[from + i];
    Atomics.store(atomics, slot + CellLayout.S_SEQUENCE, sequence);
    Atomics.store(atomics, CellLayout.W_SEQUENCE, sequence);
    this.#sequence = sequence;
    if (Atomics.load(atomics, CellLayout.W_WAITERS) > 0) {
      this.#libc.call.futex(this.#libc.constants.sysFutex, this.#futex, FUTEX_WAKE, ALL, null, null, 0);
    }
    return 0;
  }
}
