import { CodecError } from "./codec_error.ts";

/**
 * Hands out the memory of a codec: blocks are given once, at creation of a message, and never taken back. The memory never grows,
 * so that every view of it stays valid.
 */
export class CodecArena {
  /** The whole memory of the WebAssembly module. */
  readonly buffer: ArrayBuffer;
  #next: number;

  /** `start`: first free byte of `buffer`. */
  constructor(buffer: ArrayBuffer, start: number) {
    this.buffer = buffer;
    this.#next = start;
  }

  /** Bytes that are still free. */
  get free(): number {
    return this.buffer.byteLength - this.#next;
  }

  /**
   * Reserves `bytes` zeroed bytes and returns their address, a multiple of 8. `what` names them in the error.
   * @throws {CodecError} the arena is full.
   */
  reserve(bytes: number, what: string): number {
    const address = Math.ceil(this.#next / 8) * 8;
    if (address + bytes > this.buffer.byteLength) {
      throw new CodecError(
        `Cannot create ${what}: it takes ${bytes} bytes and the codec's arena has ${Math.max(0, this.free)} left; ` +
          "load the codec with a larger arenaBytes",
      );
    }
    this.#next = address + bytes;
    return address;
  }
}
