/** A field of a table to write, in the order of the ids. */
export type FlatField =
  | { readonly kind: "double"; readonly value: number }
  | { readonly kind: "uint64"; readonly value: bigint }
  | { readonly kind: "doubles"; readonly values: readonly number[] }
  | { readonly kind: "text"; readonly value: string }
  | { readonly kind: "tables"; readonly tables: readonly (readonly FlatField[])[] };

/**
 * Writes one FlatBuffers message from front to back: each table with its fields in the order of their ids, then what they point to.
 * All fields are written, also those that are zero or empty.
 */
export class FlatWriter {
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  private constructor() {}

  /** The bytes of a message with this root. */
  static message(root: readonly FlatField[]): Uint8Array {
    const writer = new FlatWriter();
    const start = writer.#take(4, 8);
    const table = writer.#table(root);
    writer.#view.setUint32(start, table, true);
    writer.#take(0, 8);
    return writer.#bytes.slice(0, writer.#length);
  }

  /** Writes a table and returns where it lies. */
  #table(fields: readonly FlatField[]): number {
    const offsets: number[] = [];
    let size = 4;
    for (const field of fields) {
      const width = isInline(field) ? 8 : 4;
      size = Math.ceil(size / width) * width;
      offsets.push(size);
      size += width;
    }
    const vtableBytes = 4 + 2 * fields.length;
    const vtable = this.#take(vtableBytes, 2);
    const table = this.#take(size, 8);
    this.#view.setUint16(vtable, vtableBytes, true);
    this.#view.setUint16(vtable + 2, size, true);
    offsets.forEach((offset, i) => this.#view.setUint16(vtable + 4 + 2 * i, offset, true));
    this.#view.setInt32(table, table - vtable, true);
    fields.forEach((field, i) => this.#field(table + offsets[i], field));
    return table;
  }

  #field(at: number, field: FlatField): void {
    if (field.kind === "double") return this.#view.setFloat64(at, field.value, true);
    if (field.kind === "uint64") return this.#view.setBigUint64(at, field.value, true);
    const target = this.#child(field);
    this.#view.setUint32(at, target - at, true);
  }

  #child(field: Exclude<FlatField, { kind: "double" | "uint64" }>): number {
    if (field.kind === "doubles") {
      // The length stands right before the first value, which is a multiple of 8.
      const first = this.#take(4, 8, 4) + 4;
      this.#take(8 * field.values.length, 8);
      field.values.forEach((value, i) => this.#view.setFloat64(first + 8 * i, value, true));
      return this.#count(first - 4, field.values.length);
    }
    if (field.kind === "text") {
      const text = new TextEncoder().encode(field.value);
      const at = this.#take(4 + text.length + 1, 4);
      this.#bytes.set(text, at + 4);
      return this.#count(at, text.length);
    }
    const at = this.#take(4 + 4 * field.tables.length, 4);
    field.tables.forEach((each, i) => {
      const slot = at + 4 + 4 * i;
      const target = this.#table(each);
      this.#view.setUint32(slot, target - slot, true);
    });
    return this.#count(at, field.tables.length);
  }

  #count(at: number, count: number): number {
    this.#view.setUint32(at, count, true);
    return at;
  }

  /** Takes `bytes` zeroed bytes at the next place that is `rest` more than a multiple of `align`. */
  #take(bytes: number, align: number, rest = 0): number {
    const at = Math.ceil((this.#length - rest) / align) * align + rest;
    this.#length = at + bytes;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes);
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}

function isInline(field: FlatField): boolean {
  return field.kind === "double" || field.kind === "uint64";
}
