const VECTOR_BYTES = 24;
const STRING_BYTES = 32;
/** Texts of at most so many bytes stand in the string itself. */
const INLINE_BYTES = 15;
const LONGEST_NAME = 1000;

/**
 * Class names of a C++ library that was built against another header and so has no functions for this program: calls its plugin function, `plugin`, with a
 * vector of strings as libstdc++ lays it out. Only for messages. Returns nothing where what it finds does not look like one.
 */
export function cxxClassNames(plugin: (vector: Uint8Array<ArrayBuffer>) => void): string[] {
  // Never freed, and small: a vector that a foreign library has filled.
  const vector = new BigUint64Array(16);
  plugin(new Uint8Array(vector.buffer));
  const [begin, end, capacity] = vector;
  const bytes = Number(end - begin);
  if (begin === 0n || end < begin || capacity < end || bytes % STRING_BYTES !== 0 || bytes > VECTOR_BYTES * 1000) {
    return [];
  }
  const names: string[] = [];
  for (let at = begin; at < end; at += BigInt(STRING_BYTES)) {
    const name = readString(at);
    if (name === undefined) return [];
    names.push(name);
  }
  return names;
}

function readString(at: bigint): string | undefined {
  const view = new Deno.UnsafePointerView(Deno.UnsafePointer.create(at)!);
  const [place, length] = [view.getBigUint64(0), Number(view.getBigUint64(8))];
  const isInline = place === at + 16n;
  if (length > (isInline ? INLINE_BYTES : LONGEST_NAME)) return undefined;
  if (!isInline && (Number(view.getBigUint64(16)) < length || place < 4096n)) return undefined;
  const text = new Deno.UnsafePointerView(Deno.UnsafePointer.create(place)!);
  return new TextDecoder().decode(text.getArrayBuffer(length, 0));
}
