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
  if (sections === 0 || sectionBytes !== SECTION_BYTES) return DAMAGED;
  try {
    const reader = new ElfReader(bytes);
    return reader.isWhole() ? reader.read() : DAMAGED;
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
    const [table, size, count] = [this.#offset(32), this.#view.getUint16(54, true), this.#view.getUint16(56, true)];
    for (let i = 0; i < count; i++) {
      const segment = table + i * size;
      const [at, length] = [this.#offset(segment + 8), this.#offset(segment + 32)];
      if (this.#view.getUint32(segment, true) === LOADED && at + length > this.#bytes.length) return false;
    }
    return true;
  }

  read(): ElfFile {
    const machine = this.#view.getUint16(18, true);
    const [exports, imports] = [new Set<string>(), new Set<string>()];
    const dynamic: Dynamic = { needed: [], soname: "", runPath: [] };
    const table = this.#offset(40);
    const sections = this.#view.getUint16(60, true);
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
    return {
      machine: MACHINES[machine] ?? `processor number ${machine}`,
      isLibrary: this.#view.getUint16(16, true) === SHARED_OBJECT,
      exports,
      mayLookForItself: imports.has("dladdr") || imports.has("dlopen"),
      ...dynamic,
    };
  }

  #readSymbols(from: number, to: number, strings: number, exports: Set<string>, imports: Set<string>): void {
    for (let at = from; at + 24 <= to; at += 24) {
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
