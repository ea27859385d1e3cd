/**
 * The memory of 64-bit numbers as 32-bit words: low word first. Cycles copy and test numbers by their words, because code that V8 has not
 * compiled yet puts every 64-bit number that it touches on the heap, and words stay in registers.
 */
export function wordsOf(values: Float64Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, 2 * values.length);
}
