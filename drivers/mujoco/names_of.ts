/** The names at `addresses` of a compiled model (`name_jntadr`, …) in its array `names`, "" for an element without name. */
export function namesOf(names: Int8Array | Uint8Array, addresses: Int32Array): string[] {
  const decoder = new TextDecoder();
  return Array.from(addresses, (address) => decoder.decode(names.subarray(address, names.indexOf(0, address))));
}
