import { Libc } from "../../core/posix/libc.ts";
import { cellBytes } from "../cell/cell_bytes.ts";
import { CellLayout } from "../cell/cell_layout.ts";
import { CellMemory, type SingleCell } from "../cell/cell_memory.ts";
import { PosixError } from "../../core/posix/posix_error.ts";
import { TransportError } from "../transport_error.ts";
import { openForSharing } from "./open_for_sharing.ts";
import { sameFile } from "./same_file.ts";
import { sleepMs } from "./sleep_ms.ts";

/** A millisecond each. */
const ATTEMPTS = 100;
const LOCK_SH_NB = 5;
const LOCK_EX_NB = 6;
const PROT_READ_WRITE = 3;
const MAP_SHARED_POPULATE = 0x8001;
/** MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS, MAP_NORESERVE. */
const MAP_NOTHING = 0x4032;
const FAILED = 0xffffffffffffffffn;

/**
 * A cell in POSIX shared memory.
 *
 * - Who creates: whichever side comes first; the other one maps the same file.
 * - Every process that maps it holds a shared lock on the file; the last one to close removes it. Nobody changes the size of a file.
 * - What a killed process left behind stops no start: a file that nobody holds is used again when it is a cell of this layout and large
 *   enough, and is replaced when it is one of another version, a smaller one, or one whose making was cut short.
 * - A file that was never a cell, or belongs to another user, and one of other size or layout that is in use, is an error
 *   (`foreign`), found before it is mapped.
 */
export class MappedCell {
  /** For `CellReader` and `CellWriter` of any thread of this process, until `close`. */
  readonly descriptor: SingleCell;
  readonly #libc: Libc;
  readonly #fd: number;
  readonly #path: string;
  readonly #pointer: Deno.PointerObject;
  readonly #size: number;
  #open = true;

  private constructor(libc: Libc, fd: number, path: string, pointer: Deno.PointerObject, size: number) {
    this.#libc = libc;
    this.#fd = fd;
    this.#path = path;
    this.#pointer = pointer;
    this.#size = size;
    this.descriptor = { kind: "mapped", address: Deno.UnsafePointer.value(pointer), byteLength: size };
  }

  /** Creates or maps the cell at `path` for messages of up to `capacity` bytes (a multiple of 8). Errors: `foreign`, `unavailable`. */
  static open(path: string, capacity: number): MappedCell {
    const libc = new Libc();
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const fd = openForSharing(path);
      let cell: MappedCell | undefined;
      try {
        cell = MappedCell.#tryMap(libc, fd, path, capacity);
      } finally {
        if (cell === undefined) libc.call.close(fd);
      }
      if (cell !== undefined) return cell;
      sleepMs(1); // for whoever is at work on it
    }
    throw new TransportError("unavailable", `mapping ${path}: other processes keep replacing it; stop them first`);
  }

  /**
   * Gives the file back; the last process removes it. No reader or writer reaches anybody afterwards. May be called twice.
   *
   * Another thread may be at work on the cell, and be told only later: its addresses stay, with no memory behind them but what it writes itself.
   */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#libc.call.mmap(this.#pointer, BigInt(this.#size), PROT_READ_WRITE, MAP_NOTHING, -1, 0n);
    try {
      if (this.#libc.call.flock(this.#fd, LOCK_EX_NB) === 0 && sameFile(this.#path, this.#fd)) {
        Deno.removeSync(this.#path);
      }
    } catch {
      // It stays behind, which is no obstacle to anybody.
    } finally {
      this.#libc.call.close(this.#fd);
    }
  }

  /** Maps the file behind `fd`, or returns undefined when it is not (any more) the right one and must be opened anew. */
  static #tryMap(libc: Libc, fd: number, path: string, capacity: number): MappedCell | undefined {
    const alone = libc.call.flock(fd, LOCK_EX_NB) === 0;
    if (!alone && libc.call.flock(fd, LOCK_SH_NB) !== 0) return undefined; // somebody is creating or removing it
    if (!sameFile(path, fd)) return undefined;
    const info = Deno.statSync(`/proc/self/fd/${fd}`);
    if (!info.isFile) throw foreign(path, "is no regular file");
    if (info.uid !== libc.call.getuid()) throw foreign(path, `belongs to user ${info.uid}`);
    const wanted = cellBytes(capacity);
    const fresh = alone && info.size === 0;
    if (fresh) reserve(libc, fd, path, wanted);
    else {
      const header = readHeader(fd);
      const isCell = header[CellLayout.W_MAGIC] === CellLayout.MAGIC;
      const isOurs = isCell && header[CellLayout.W_VERSION] === CellLayout.VERSION &&
        header[CellLayout.W_SLOTS] === CellLayout.SLOTS && cellBytes(header[CellLayout.W_CAPACITY]) === info.size;
      if (!isOurs || info.size < wanted) {
        if (alone && (isCell || header.every((word) => word === 0))) {
          Deno.removeSync(path);
          return undefined;
        }
        throw isOurs
          ? new TransportError(
            "foreign",
            `mapping ${path}: other processes use it for smaller messages; wanted ${capacity} bytes at all ends`,
          )
          : foreign(path, `is no cell of layout ${CellLayout.VERSION} (${info.size} bytes)`);
      }
    }
    const size = fresh ? wanted : info.size;
    const pointer = libc.call.mmap(null, BigInt(size), PROT_READ_WRITE, MAP_SHARED_POPULATE, fd, 0n);
    if (pointer === null || Deno.UnsafePointer.value(pointer) === FAILED) {
      const text = PosixError.text(libc.errno());
      throw new TransportError("unavailable", `mapping ${size} bytes of ${path}: ${text}; raise the limit of memory`);
    }
    if (fresh) CellMemory.format(new Uint32Array(Deno.UnsafePointerView.getArrayBuffer(pointer, size)), capacity);
    // Changing a lock is not atomic: somebody may have taken it, or removed the file, in between.
    const shared = !alone || libc.call.flock(fd, LOCK_SH_NB) === 0;
    if (shared && sameFile(path, fd)) return new MappedCell(libc, fd, path, pointer, size);
    libc.call.munmap(pointer, BigInt(size));
    return undefined;
  }
}

/** Reserves the pages too: a full shared memory is an error here, not a SIGBUS in the loop. */
function reserve(libc: Libc, fd: number, path: string, bytes: number): void {
  const code = libc.call.posix_fallocate(fd, 0n, BigInt(bytes));
  if (code === 0) return;
  Deno.removeSync(path);
  throw new TransportError(
    "unavailable",
    `reserving ${bytes} bytes at ${path}: ${PosixError.text(code)}; free some of its file system`,
  );
}

/** The first words of the file; what is behind its end reads as 0. */
function readHeader(fd: number): Uint32Array {
  const header = new Uint32Array(CellLayout.HEADER);
  using file = Deno.openSync(`/proc/self/fd/${fd}`, { read: true });
  file.readSync(new Uint8Array(header.buffer));
  return header;
}

function foreign(path: string, is: string): TransportError {
  return new TransportError(
    "foreign",
    `mapping ${path}: it ${is}; wanted a cell made by this version of uri. ` +
      `Stop who uses it (fuser ${path}), then remove it: rm ${path}`,
  );
}
