/** FNV-1a hash of a text, 64 bits, in sixteen hexadecimal digits: to tell texts apart, no protection against forgery. */
export function fnv1a(text: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}
