/**
 * Memory of a C structure, or of several, that holds texts and addresses: everything that is pointed at lives as long as this does. Offsets are those
 * of the 64-bit Linux ABI.
 */
export class CStruct {
  /** The memory. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly #view: DataView;
  readonly #kept: Uint8Array<ArrayBuffer>[] = [];

  /** `size` bytes of zeros. */
  constructor(size: number) {
    // Never a small array: V8 keeps those where it can move them.
    this.bytes = new Uint8Array(Math.max(size, 128));
    this.#view = new DataView(this.bytes.buffer);
  }

  /** Writes an unsigned 32-bit number. */
  u32(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** Writes an unsigned 64-bit number. */
  u64(at: number, value: number): void {
    this.#view.setBigUint64(at, BigInt(value), true);
  }

  /** Writes a 64-bit floating-point number. */
  f64(at: number, value: number): void {
    this.#view.setFloat64(at, value, true);
  }

  /** Writes the address of `target`, which is kept. */
  pointer(at: number, target: Uint8Array<ArrayBuffer>): void {
    this.#kept.push(target);
    this.#view.setBigUint64(at, BigInt(Deno.UnsafePointer.value(Deno.UnsafePointer.of(target))), true);
  }

  /** Writes the address of a text. */
  text(at: number, text: string): void {
    const bytes = new TextEncoder().encode(`${text}\0`);
    // Off the heap, see above.
    const memory = new Uint8Array(Math.max(bytes.length, 128));
    memory.set(bytes);
    this.pointer(at, memory);
  }

  /** Writes the address of an array of texts. */
  texts(at: number, texts: readonly string[]): void {
    this.struct(at, CStruct.ofTexts(texts));
  }

  /** Writes the address of another structure. */
  struct(at: number, other: CStruct): void {
    this.#kept.push(...other.#kept);
    this.pointer(at, other.bytes);
  }

  /** An array of addresses of texts. */
  static ofTexts(texts: readonly string[]): CStruct {
    const array = new CStruct(8 * texts.length);
    for (const [index, text] of texts.entries()) array.text(8 * index, text);
    return array;
  }
}
