/**
 * Layout of the file, little-endian. Head: 8 bytes of magic, then joints (u32), bytes of a record (u32). Record: kind (u32), cycle (u32),
 * CLOCK_MONOTONIC [ns] low and high word (u32, u32), local time [ns] (f64), number of values (u32), unused (u32), one f64 per joint.
 */
export const mockRecordLayout = {
  /** First bytes of the file. */
  magic: "URIMOCK1",
  /** Bytes before the first record. */
  headBytes: 16,
  /** Bytes of a record before its values. */
  fixedBytes: 32,
} as const;
