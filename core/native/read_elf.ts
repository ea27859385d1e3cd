/** What an ELF file says of itself. */
export interface ElfFile {
  /** Processor, as `Deno.build.arch` names it, or its number in the format's table. */
  readonly machine: string;
  /** True for a shared library. */
  readonly isLibrary: boolean;
  /** Names of the functions and variables that it defines for others. */
  readonly exports: ReadonlySet<string>;
  /** True when it may ask where it lies itself, or open libraries by the place where it lies: it uses `dladdr` or `dlopen`. */
  readonly mayLookForItself: boolean;
  /** Names of the libraries that it needs. */
  readonly needed: readonly string[];
  /** Name by which other libraries need it; empty when it gives none. */
  readonly soname: string;
  /** Folders in which it wants those looked for, as written: `$ORIGIN` stands for its own folder. */
  readonly runPath: readonly string[];
}

const MACHINES: Readonly<Record<number, string>> = {
  3: "x86 (32 bits)",
  40: "arm (32 bits)",
  62: "x86_64",
  183: "aarch64",
  243: "riscv",
};
const SHARED_OBJECT = 3;
/** Type of a segment that is loaded. */
const LOADED = 1;
const DYNAMIC_SECTION = 6;
const DYNAMIC_SYMBOLS = 11;
const NEEDED = 1;
const SONAME = 14;
const RPATH = 15;
const RUNPATH = 29;
const SECTION_BYTES = 64;
/** Type of the segment that holds the dynamic section. */
const DYNAMIC_SEGMENT = 2;
/** Tags of the dynamic section: places of tables. */
const HASH = 4;
const STRINGS = 5;
const SYMBOLS = 6;
const GNU_HASH = 0x6ffffef5;
const SYMBOL_BYTES = 24;
/** Nothing that is looked for has such a long name. */
const LONGEST_TEXT = 4096;
const DAMAGED = "it is cut short or damaged; wanted a whole ELF file, build or copy it again";

/**
 * Reads the head of an ELF file (System V ABI, gABI 4.1), without running anything of it. Returns a text when it is none, or is damaged: what it
 * is, and what was wanted.
 */
export function readElf(bytes: Uint8Array): ElfFile | string {
  if (bytes.length < 64 || bytes[0] !== 0x7f || bytes[1] !== 0x45 || bytes[2] !== 0x4c || bytes[3] !== 0x46) {
    return `it is no library: ${describeStart(bytes)}; wanted an ELF file`;
  }
  if (bytes[4] !== 2 || bytes[5] !== 1) {
    return "it is for a 32-bit or a big-endian computer; wanted a library for this one";
  }
  const [sectionBytes, sections] = [bytes[58] | bytes[59] << 8, bytes[60] | bytes[61] << 8];
  if (sections !== 0 && sectionBytes !== SECTION_BYTES) return DAMAGED;
  try {
    const reader = new ElfReader(bytes);
    return (reader.isWhole() && reader.read()) || DAMAGED;
  } catch (error) {
    // A place outside the file: of the view, or of a text.
    if (error instanceof RangeError) return DAMAGED;
    throw error;
  }
}

function describeStart(bytes: Uint8Array): string {
  if (bytes.length === 0) return "it is empty";
  const start = bytes.subarray(0, 20);
  const isText = start.every((byte) => (byte >= 32 && byte < 127) || byte === 10 || byte === 13 || byte === 9);
  return isText
    ? `it begins with the text ${JSON.stringify(new TextDecoder().decode(start))}`
    : "it does not begin as one";
}

/** What the dynamic section says. */
interface Dynamic {
  needed: string[];
  soname: string;
  runPath: string[];
}

/** A part of the file that is loaded, or that says what is. */
interface Segment {
  readonly type: number;
  /** Where it stands in the file [bytes]. */
  readonly at: number;
  /** Where it is loaded. */
  readonly address: number;
  /** In the file [bytes]. */
  readonly length: number;
}

/** Reads; a place outside the file is a `RangeError`. */
class ElfReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #decoder = new TextDecoder();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** False when a part that is to be loaded lies outside: the linker would map what is not there, and the process would die of it. */
  isWhole(): boolean {
    return this.#segments().every(({ type, at, length }) => type !== LOADED || at + length <= this.#bytes.length);
  }

  /** What it says; `undefined` when it does not say anything. */
  read(): ElfFile | undefined {
    const machine = this.#view.getUint16(18, true);
    const [exports, imports] = [new Set<string>(), new Set<string>()];
    const dynamic: Dynamic = { needed: [], soname: "", runPath: [] };
    const sections = this.#view.getUint16(60, true);
    if (sections > 0) this.#readSections(sections, exports, imports, dynamic);
    else if (!this.#readSegments(exports, imports, dynamic)) return undefined;
    return {
      machine: MACHINES[machine] ?? `processor number ${machine}`,
      isLibrary: this.#view.getUint16(16, true) === SHARED_OBJECT,
      exports,
      mayLookForItself: imports.has("dladdr") || imports.has("dlopen"),
      ...dynamic,
    };
  }

  #readSections(sections: number, exports: Set<string>, imports: Set<string>, dynamic: Dynamic): void {
    const table = this.#offset(40);
    const read = new Set<number>();
    for (let i = 0; i < sections; i++) {
      const section = table + i * SECTION_BYTES;
      const type = this.#view.getUint32(section + 4, true);
      // One of each kind is in a whole file; in a damaged one, thousands could keep us busy.
      if ((type !== DYNAMIC_SECTION && type !== DYNAMIC_SYMBOLS) || read.has(type)) continue;
      read.add(type);
      const [start, length] = [this.#offset(section + 24), this.#offset(section + 32)];
      const strings = this.#offset(table + this.#view.getUint32(section + 40, true) * SECTION_BYTES + 24);
      if (type === DYNAMIC_SYMBOLS) this.#readSymbols(start, start + length, strings, exports, imports);
      else this.#readDynamic(start, start + length, strings, dynamic);
    }
  }

  /** Reads what the dynamic linker reads: some tools take the table of sections away, which it does not need. False when that is not there either. */
  #readSegments(exports: Set<string>, imports: Set<string>, dynamic: Dynamic): boolean {
    const segments = this.#segments();
    const segment = segments.find(({ type }) => type === DYNAMIC_SEGMENT);
    if (segment === undefined) return false;
    const [from, to] = [segment.at, segment.at + segment.length];
    /** Where the table stands in the file whose address the section tells. */
    const tableOf = (tag: number): number | undefined => {
      for (let at = from; at + 16 <= to && this.#offset(at) !== 0; at += 16) {
        if (this.#offset(at) !== tag) continue;
        const address = this.#offset(at + 8);
        const of = segments.find((each) =>
          each.type === LOADED && address >= each.address && address < each.address + each.length
        );
        return of === undefined ? undefined : address - of.address + of.at;
      }
      return undefined;
    };
    const [strings, symbols, hash, gnuHash] = [STRINGS, SYMBOLS, HASH, GNU_HASH].map(tableOf);
    if (strings === undefined || symbols === undefined) return false;
    const count = hash !== undefined
      ? this.#view.getUint32(hash + 4, true)
      : gnuHash === undefined
      ? 0
      : this.#countOf(gnuHash);
    this.#readSymbols(symbols, Math.min(symbols + count * SYMBOL_BYTES, this.#bytes.length), strings, exports, imports);
    this.#readDynamic(from, to, strings, dynamic);
    return true;
  }

  /** Number of symbols, which only the last chain of this kind of table tells. */
  #countOf(table: number): number {
    const word = (at: number) => this.#view.getUint32(at, true);
    const [buckets, first] = [word(table), word(table + 4)];
    const bucketsAt = table + 16 + 8 * word(table + 8);
    let last = 0;
    for (let i = 0; i < buckets; i++) last = Math.max(last, word(bucketsAt + 4 * i));
    if (last < first) return first;
    const chains = bucketsAt + 4 * buckets;
    while ((word(chains + 4 * (last - first)) & 1) === 0) last++;
    return last + 1;
  }

  #segments(): Segment[] {
    const [table, size, count] = [this.#offset(32), this.#view.getUint16(54, true), this.#view.getUint16(56, true)];
    return Array.from({ length: count }, (_, i) => {
      const segment = table + i * size;
      return {
        type: this.#view.getUint32(segment, true),
        at: this.#offset(segment + 8),
        address: this.#offset(segment + 16),
        length: this.#offset(segment + 32),
      };
    });
  }

  #readSymbols(from: number, to: number, strings: number, exports: Set<string>, imports: Set<string>): void {
    for (let at = from; at + SYMBOL_BYTES <= to; at += SYMBOL_BYTES) {
      const binding = this.#view.getUint8(at + 4) >> 4;
      const isDefined = this.#view.getUint16(at + 6, true) !== 0;
      if (binding !== 0) (isDefined ? exports : imports).add(this.#text(strings + this.#view.getUint32(at, true)));
    }
  }

  #readDynamic(from: number, to: number, strings: number, into: Dynamic): void {
    for (let at = from; at + 16 <= to; at += 16) {
      const tag = this.#offset(at);
      const text = () => this.#text(strings + this.#offset(at + 8));
      if (tag === 0) return;
      if (tag === NEEDED) into.needed.push(text());
      if (tag === SONAME) into.soname = text();
      if (tag === RPATH || tag === RUNPATH) into.runPath.push(...text().split(":").filter((each) => each !== ""));
    }
  }

  /** A 64-bit place in the file; those beyond it are as wrong as those that a double cannot tell apart. */
  #offset(at: number): number {
    return this.#view.getUint32(at, true) + this.#view.getUint32(at + 4, true) * 2 ** 32;
  }

  #text(at: number): string {
    const end = this.#bytes.indexOf(0, at);
    this.#view.getUint8(end < 0 ? this.#bytes.length : end); // throws outside the file
    return end - at > LONGEST_TEXT ? "" : this.#decoder.decode(this.#bytes.subarray(at, end));
  }
}
