/** Memory of the codec that holds one encoded message. Both views show the same bytes, whose first is 8-byte aligned. */
export interface MessageBuffer {
  /** The bytes as little-endian words, for copying from and to a cell. */
  readonly words: Uint32Array;
  /** The bytes. */
  readonly bytes: Uint8Array;
  /** Size [bytes], a multiple of 8. */
  readonly capacity: number;
}
