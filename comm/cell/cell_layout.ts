/**
 * Where things stand in a cell, in 32-bit words. A cell is a header and `SLOTS` slots; message `s` lies in slot `s mod SLOTS`.
 *
 * Processes of different versions may meet in one cell: a change here needs a new `VERSION`.
 */
export const CellLayout = {
  /** "URIC", the first word. */
  MAGIC: 0x43495255,
  /** Version of this layout, the second word. */
  VERSION: 3,
  /** Slots of a cell: a reader has three publications of time to copy one message. */
  SLOTS: 4,
  /** Words of the header. */
  HEADER: 16,
  /** Words before the bytes of a slot. */
  SLOT_HEADER: 8,
  /** Header word: magic number. */
  W_MAGIC: 0,
  /** Header word: layout version. */
  W_VERSION: 1,
  /** Header word: largest message [bytes]. */
  W_CAPACITY: 2,
  /** Header word: number of slots. */
  W_SLOTS: 3,
  /** Header word: sequence number of the latest message, 0 at the start; wraps at 32 bits. */
  W_SEQUENCE: 4,
  /** Header word: the message whose successor a reader sleeps for, see `CellReader.wait`. */
  W_AWAITED: 5,
  /**
   * Slot word: sequence number `s` of its message, or `~s` while that is being written. The two lowest bits of a sequence number are the
   * number of its slot, and those of `~s` never are: the mark is no message's number, also where numbers wrap.
   */
  S_SEQUENCE: 0,
  /** Slot word: length of the message [bytes]. */
  S_LENGTH: 1,
  /** Slot word: arrival stamp, low word; the high word follows. */
  S_STAMP: 2,
  /** Slot word: mark of the writer of this message, below 2^30: its process id, or what its transport uses in its place; 0: it has none. */
  S_WRITER: 4,
} as const;
