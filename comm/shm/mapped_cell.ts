import { Libc } from "../../core/posix/libc.ts";
import { cellBytes } from "../cell/cell_bytes.ts";
import { CellLayout } from "../cell/cell_layout.ts";
import { type CellDescriptor, CellMemory } from "../cell/cell_memory.ts";
import { TransportError } from "../transport_error.ts";
import { sameFile } from "./same_file.ts";

const O_RDWR = 2;
const O_CREAT = 0o100;
const O_CLOEXEC = 0o2000000;
const LOCK_SH_NB = 5;
const LOCK_EX_NB = 6;
const PROT_READ_WRITE = 3;
const MAP_SHARED_POPULATE = 0x8001;
const FAILED = 0xffffffffffffffffn;

/**
 * A cell in POSIX shared memory.
 *
 * - Who creates: whichever side comes first; the other one maps the same file. A file that a killed process left behind is used again.
 * - Every process that maps it holds a shared lock on the file; the last one to close removes it. Nobody changes the size of a file.
 * - A file that is not a cell of this layout, is too small, or belongs to another user is an error (`foreign`), found before it is mapped.
 */
export class MappedCell {
  /** For `CellReader` and `CellWriter` of any thread of this process, until `close`. */
  readonly descriptor: CellDescriptor;
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
    for (let attempt = 0; attempt < 100; attempt++) {
      const flags = O_RDWR | O_CREAT | O_CLOEXEC | libc.constants.oNofollow;
      const fd = libc.call.open(new TextEncoder().encode(path + "\0"), flags, 0o600);
      if (fd < 0) {
        throw new TransportError(
          "foreign",
          `opening ${path}: ${libc.errno() === 13 ? "it belongs to another user" : `errno ${libc.errno()}`}`,
        );
      }
      const cell = MappedCell.#tryMap(libc, fd, path, capacity);
      if (cell !== undefined) return cell;
      libc.call.close(fd);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1); // one millisecond, for whoever is at work on it
    }
    throw new TransportError("unavailable", `mapping ${path}: other processes keep replacing it; stop them first`);
  }

  /** Unmaps; the last process removes the file. No reader or writer may be used afterwards. May be called twice. */
  close(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#libc.call.munmap(this.#pointer, BigInt(this.#size));
    if (this.#libc.call.flock(this.#fd, LOCK_EX_NB) === 0 && sameFile(this.#path, this.#fd)) {
      Deno.removeSync(this.#path);
    }
    this.#libc.call.close(this.#fd);
  }

  /** Maps the file behind `fd`, or returns undefined when it is not (any more) the right one and must be opened anew. */
  static #tryMap(libc: Libc, fd: number, path: string, capacity: number): MappedCell | undefined {
    const alone = libc.call.flock(fd, LOCK_EX_NB) === 0;
    if (!alone && libc.call.flock(fd, LOCK_SH_NB) !== 0) return undefined; // somebody is creating or removing it
    if (!sameFile(path, fd)) return undefined;
    const info = Deno.statSync(`/proc/self/fd/${fd}`);
    if (info.uid !== libc.call.getuid()) throw foreign(libc, fd, path, `belongs to user ${info.uid}`);
    const wanted = cellBytes(capacity);
    const fresh = alone && info.size === 0;
    if (fresh) {
      // Reserves the pages too: a full shared memory is an error here, not a SIGBUS in the loop.
      const code = libc.call.posix_fallocate(fd, 0n, BigInt(wanted));
      if (code !== 0) {
        Deno.removeSync(path);
        libc.call.close(fd);
        throw new TransportError(
          "unavailable",
          `reserving ${wanted} bytes at ${path}: errno ${code}; free some of /dev/shm`,
        );
      }
    } else if (!isCell(path, info.size)) {
      throw foreign(libc, fd, path, `is no cell of layout ${CellLayout.VERSION} (${info.size} bytes)`);
    } else if (info.size < wanted) {
      if (alone) {
        Deno.removeSync(path);
        return undefined;
      }
      libc.call.close(fd);
      throw new TransportError(
        "foreign",
        `mapping ${path}: other processes use it for smaller messages; wanted ${capacity} bytes at all ends`,
      );
    }
    const size = fresh ? wanted : info.size;
    const pointer = libc.call.mmap(null, BigInt(size), PROT_READ_WRITE, MAP_SHARED_POPULATE, fd, 0n);
    if (pointer === null || Deno.UnsafePointer.value(pointer) === FAILED) {
      const errno = libc.errno();
      libc.call.close(fd);
      throw new TransportError("unavailable", `mapping ${size} bytes of ${path}: errno ${errno}`);
    }
    if (fresh) CellMemory.format(new Uint32Array(Deno.UnsafePointerView.getArrayBuffer(pointer, size)), capacity);
    // Changing a lock is not atomic: somebody may have taken it, or removed the file, in between.
    const shared = !alone || libc.call.flock(fd, LOCK_SH_NB) === 0;
    if (shared && sameFile(path, fd)) return new MappedCell(libc, fd, path, pointer, size);
    libc.call.munmap(pointer, BigInt(size));
    return undefined;
  }
}

function isCell(path: string, size: number): boolean {
  if (size < 4 * CellLayout.HEADER) return false;
  const header = new Uint32Array(CellLayout.HEADER);
  const file = Deno.openSync(path, { read: true });
  try {
    if (file.readSync(new Uint8Array(header.buffer)) !== header.byteLength) return false;
  } finally {
    file.close();
  }
  return header[CellLayout.W_MAGIC] === CellLayout.MAGIC && header[CellLayout.W_VERSION] === CellLayout.VERSION &&
    header[CellLayout.W_SLOTS] === CellLayout.SLOTS && cellBytes(header[CellLayout.W_CAPACITY]) === size;
}

function foreign(libc: Libc, fd: number, path: string, is: string): TransportError {
  libc.call.close(fd);
  return new TransportError(
    "foreign",
    `mapping ${path}: it ${is}; wanted a cell made by this version of uri. Remove it if nobody uses it: rm ${path}`,
  );
}
