import type { DriverError } from "../../../core/driver_error.ts";
import { mujocoError } from "../mujoco_error.ts";
import type { MujocoArrays } from "./mujoco_layout.ts";
import type { NativeLibrary } from "./open_native_library.ts";

/** MuJoCo begins each array at a multiple of this many bytes. */
const ALIGNMENT = 64;
/** More elements than this have no place in a computer. */
const MOST = 1e11;

/** Where an array is. */
interface Place {
  readonly at: number;
  readonly bytes: number;
  readonly length: number;
}

/**
 * The arrays of a `mjModel` or `mjData`, by name.
 *
 * MuJoCo puts them one after the other into one buffer, in the order of its own list. That is looked at for each of them before any address is
 * followed: a table of another version of MuJoCo, or another build of it, is found out by it.
 */
export class NativeArrays {
  readonly #places = new Map<string, Place>();
  readonly #buffers = new Map<string, ArrayBuffer>();
  readonly #structure: Deno.PointerObject;

  /**
   * The arrays of `structure`, which has the places of `table`. Throws a `DriverError` when what is found there does not hang together; nothing but the
   * structure itself has been read then.
   */
  constructor(
    library: Pick<NativeLibrary, "path" | "version">,
    structure: Deno.PointerObject,
    table: MujocoArrays,
    sizes: Readonly<Record<string, number>>,
  ) {
    this.#structure = structure;
    const view = new Deno.UnsafePointerView(structure);
    const numberAt = (offset: number) => Number(view.getBigUint64(offset));
    const begin = numberAt(table.buffer);
    const size = numberAt(table.nbuffer);
    if (begin === 0 || begin % ALIGNMENT !== 0 || !(size <= 8 * MOST)) {
      throw NativeArrays.fault(library, `its buffer is at ${begin} and has ${size} bytes`);
    }
    let end = begin;
    table.arrays.forEach((text, index) => {
      const [name, bytes, ...factors] = text.split(" ");
      const length = factors.reduce((product, factor) => product * (sizes[factor] ?? Number(factor)), 1);
      if (!(length >= 0 && length <= MOST)) throw NativeArrays.fault(library, `${name} has ${length} elements`);
      const at = length === 0 ? 0 : numberAt(table.first + 8 * index);
      if (length > 0) {
        const gap = at - end;
        end = at + length * Number(bytes);
        if (gap < 0 || gap >= ALIGNMENT || end > begin + size) {
          throw NativeArrays.fault(library, `${name} begins ${gap} bytes after the array before it`);
        }
      }
      this.#places.set(name, { at: table.first + 8 * index, bytes: Number(bytes), length });
    });
  }

  /** A `DriverError` that says what of a library is not as its version's table says. */
  static fault({ path, version }: Pick<NativeLibrary, "path" | "version">, what: string): DriverError {
    return mujocoError(
      `using ${path}: ${what}, memory as that of MuJoCo ${version} was wanted; take an official build of it, or use the built-in MuJoCo (wasm)`,
    );
  }

  /** The memory of an array of elements of `bytes` bytes: the same object each time. */
  buffer(name: string, bytes: number): ArrayBuffer {
    const known = this.#buffers.get(name);
    if (known !== undefined) return known;
    const place = this.#places.get(name);
    if (place?.bytes !== bytes) {
      throw mujocoError(`reading MuJoCo's memory: ${name} has elements of ${place?.bytes} bytes, ${bytes} were wanted`);
    }
    const at = place.length === 0 ? null : new Deno.UnsafePointerView(this.#structure).getPointer(place.at);
    const buffer = at === null ? new ArrayBuffer(0) : Deno.UnsafePointerView.getArrayBuffer(at, place.length * bytes);
    this.#buffers.set(name, buffer);
    return buffer;
  }

  /** The memory of `bytes` bytes at `offset` of the structure itself: the same object each time. */
  part(offset: number, bytes: number): ArrayBuffer {
    const known = this.#buffers.get(`${offset}`);
    if (known !== undefined) return known;
    const buffer = Deno.UnsafePointerView.getArrayBuffer(Deno.UnsafePointer.offset(this.#structure, offset)!, bytes);
    this.#buffers.set(`${offset}`, buffer);
    return buffer;
  }

  /** Empties every buffer that was given out, and every view of it: the memory is about to be freed. */
  detach(): void {
    for (const buffer of this.#buffers.values()) if (buffer.byteLength > 0) buffer.transfer(0);
    this.#buffers.clear();
    this.#places.clear();
  }
}
