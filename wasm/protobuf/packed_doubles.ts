/** The first `count` values as they lie in a message, little-endian: a view of the same memory. */
export function packedDoubles(values: Float64Array, count = values.length): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, 8 * count);
}
