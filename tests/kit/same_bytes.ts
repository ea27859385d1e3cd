/** Whether two runs of bytes are the same. (`assert.deepEqual` takes minutes to tell where large ones differ.) */
export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
