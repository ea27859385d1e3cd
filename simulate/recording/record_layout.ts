/**
 * Where things stand in the memory between the loop of a simulation, which records messages, and the main thread, which writes them to a file. It is a
 * header and a ring of units of 8 bytes; a message is `HEAD` units and its bytes, and may go on at the start of the ring.
 */
export const RecordLayout = {
  /** Bytes of the ring, a power of two: some seconds of four robots at 1 kHz. */
  BYTES: 8 * 1024 * 1024,
  /** Words of the header. */
  HEADER: 16,
  /** Header word: units written so far; wraps at 32 bits. */
  W_WRITTEN: 0,
  /** Header word: units taken so far; wraps at 32 bits. */
  W_TAKEN: 1,
  /** Header word: messages that found no room. */
  W_LOST: 2,
  /** Header word: 1 when nobody takes messages any more. */
  W_CLOSED: 3,
  /** Units before the bytes of a message. */
  HEAD: 3,
  /** Word of a message: its length [bytes]. */
  M_LENGTH: 0,
  /** Word of a message: number of the channel. */
  M_CHANNEL: 1,
  /** Unit of a message: its number among those of the channel, from 0, in the first word; those that were lost count. */
  M_SEQUENCE: 1,
  /** Unit of a message: local time of the loop's clock, as a 64-bit floating-point number [ns]. */
  M_TIME: 2,
} as const;
