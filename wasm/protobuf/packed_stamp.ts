/** 64-bit stamps as two words, low and high, and as the one number that a message has. */
export const packedStamp = {
  /** The number in `words`. */
  read(words: Uint32Array): bigint {
    return BigInt(words[1]) << 32n | BigInt(words[0]);
  },
  /** Sets `words`. */
  write(words: Uint32Array, stamp: bigint): void {
    words[0] = Number(stamp & 0xffff_ffffn);
    words[1] = Number(stamp >> 32n);
  },
};
