import { utf8Text } from "../../core/utf8_text.ts";

/**
 * A table of a FlatBuffers message that was verified before: offsets are followed without a further look.
 * Fields are named by their id; those that are absent read as empty or zero.
 */
export class FlatTable {
  readonly #view: DataView;
  readonly #at: number;

  private constructor(view: DataView, at: number) {
    this.#view = view;
    this.#at = at;
  }

  /** The root of a verified message. */
  static root(bytes: Uint8Array): FlatTable {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return new FlatTable(view, view.getUint32(0, true));
  }

  /** A number. */
  double(field: number): number {
    const at = this.#field(field);
    return at === 0 ? 0 : this.#view.getFloat64(at, true);
  }

  /** A 64-bit number without sign. */
  uint64(field: number): bigint {
    const at = this.#field(field);
    return at === 0 ? 0n : this.#view.getBigUint64(at, true);
  }

  /** Numbers. */
  doubles(field: number): number[] {
    return this.#vector(field, 8, (at) => this.#view.getFloat64(at, true));
  }

  /** Tables. */
  tables(field: number): FlatTable[] {
    return this.#vector(field, 4, (at) => new FlatTable(this.#view, this.#follow(at)));
  }

  /** A text. */
  text(field: number): string {
    const at = this.#field(field);
    if (at === 0) return "";
    const start = this.#follow(at);
    const { buffer, byteOffset } = this.#view;
    return utf8Text(new Uint8Array(buffer, byteOffset + start + 4, this.#view.getUint32(start, true)));
  }

  #vector<T>(field: number, size: number, read: (at: number) => T): T[] {
    const at = this.#field(field);
    if (at === 0) return [];
    const start = this.#follow(at);
    return Array.from({ length: this.#view.getUint32(start, true) }, (_, i) => read(start + 4 + i * size));
  }

  /** Where a field lies; 0 when it is absent. */
  #field(field: number): number {
    const vtable = this.#at - this.#view.getInt32(this.#at, true);
    const entry = 4 + 2 * field;
    const offset = entry < this.#view.getUint16(vtable, true) ? this.#view.getUint16(vtable + entry, true) : 0;
    return offset === 0 ? 0 : this.#at + offset;
  }

  #follow(at: number): number {
    return at + this.#view.getUint32(at, true);
  }
}
