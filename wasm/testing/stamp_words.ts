/** A 64-bit stamp between two words (low, high) and one bigint, for tests. */
export const stampWords = {
  /** Writes `value` [ns] into `words`. */
  write(words: Uint32Array, value: bigint): void {
    words[0] = Number(value & 0xffffffffn);
    words[1] = Number(value >> 32n);
  },
  /** The value [ns] of `words`. */
  read(words: Uint32Array): bigint {
    return (BigInt(words[1]) << 32n) | BigInt(words[0]);
  },
};
