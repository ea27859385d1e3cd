import { CellLayout } from "./cell_layout.ts";
import { cellBytes } from "./cell_bytes.ts";

/** Names the memory of one cell. */
export type SingleCell =
  | { readonly kind: "shared"; readonly buffer: SharedArrayBuffer }
  | { readonly kind: "mapped"; readonly address: bigint; readonly byteLength: number };

/** Names what a reader reads, so that another thread of this process can open it: it goes through `postMessage`. */
export type CellDescriptor =
  | SingleCell
  /** Several cells, of which the first word of `choice` tells the one to be read; it may change at any time. */
  | { readonly kind: "switched"; readonly cells: readonly SingleCell[]; readonly choice: SharedArrayBuffer };

/**
 * The memory of a cell, as one thread sees it.
 *
 * - Who owns: whoever made the descriptor; nothing of a mapped cell reaches anybody after its owner has closed it.
 * - Nothing here checks the header: whoever maps foreign memory does, before making the descriptor.
 */
export class CellMemory {
  /** All words. */
  readonly words: Uint32Array;
  /** The same words, for atomic access. */
  readonly atomics: Int32Array;
  /** Largest message [bytes]. */
  readonly capacity: number;

  /** Opens the memory that `descriptor` names. */
  constructor(descriptor: SingleCell) {
    const buffer = descriptor.kind === "shared" ? descriptor.buffer : Deno.UnsafePointerView.getArrayBuffer(
      Deno.UnsafePointer.create(descriptor.address)!,
      descriptor.byteLength,
    );
    this.words = new Uint32Array(buffer);
    this.atomics = new Int32Array(buffer);
    this.capacity = this.words[CellLayout.W_CAPACITY];
  }

  /**
   * Word index of the slot of message `sequence`.
   *
   * @realtime
   */
  slot(sequence: number): number {
    return CellLayout.HEADER + (sequence & (CellLayout.SLOTS - 1)) * (CellLayout.SLOT_HEADER + (this.capacity >>> 2));
  }

  /** Address of the sequence number, for the futex call. */
  sequencePointer(): Deno.PointerValue {
    return Deno.UnsafePointer.of(this.atomics.subarray(CellLayout.W_SEQUENCE) as Int32Array<ArrayBuffer>);
  }

  /** The words of all cells that `descriptor` names. */
  static allWords(descriptor: CellDescriptor): Uint32Array[] {
    return (descriptor.kind === "switched" ? descriptor.cells : [descriptor]).map((cell) => new CellMemory(cell).words);
  }

  /** A formatted cell in memory of this process, for messages of up to `capacity` bytes. */
  static allocate(capacity: number): SingleCell {
    const buffer = new SharedArrayBuffer(cellBytes(capacity));
    CellMemory.format(new Uint32Array(buffer), capacity);
    return { kind: "shared", buffer };
  }

  /** Writes the header of an empty cell; the magic number comes last. */
  static format(words: Uint32Array, capacity: number): void {
    words.fill(0, 0, CellLayout.HEADER);
    words[CellLayout.W_VERSION] = CellLayout.VERSION;
    words[CellLayout.W_CAPACITY] = capacity;
    words[CellLayout.W_SLOTS] = CellLayout.SLOTS;
    words[CellLayout.W_MAGIC] = CellLayout.MAGIC;
  }
}
