import { QUERY_LIMIT } from "../query_limit.ts";

/** What is read at a time [bytes]: memory is taken for what has come, not for what was announced. */
const PIECE = 65536;

/** Messages on a stream: a length of 32 bits (little-endian) and so many bytes, at most {@link QUERY_LIMIT}. */
export class Frames {
  readonly #connection: Deno.Conn;

  /** The connection stays the caller's to close. */
  constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /** Sends one frame. Rejects when the other end is gone. */
  async write(bytes: Uint8Array): Promise<void> {
    const frame = new Uint8Array(4 + bytes.length);
    new DataView(frame.buffer).setUint32(0, bytes.length, true);
    frame.set(bytes, 4);
    for (let rest = frame; rest.length > 0;) rest = rest.subarray(await this.#connection.write(rest));
  }

  /** The next frame, or undefined when the other end is gone, or sends what is no frame or a longer one. */
  async read(): Promise<Uint8Array | undefined> {
    const head = await this.#exactly(4);
    if (head === undefined) return undefined;
    const length = new DataView(head.buffer).getUint32(0, true);
    return length > QUERY_LIMIT ? undefined : await this.#exactly(length);
  }

  async #exactly(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    let bytes = new Uint8Array(Math.min(length, PIECE));
    for (let filled = 0; filled < length;) {
      if (filled === bytes.length) {
        const larger = new Uint8Array(Math.min(length, 2 * bytes.length));
        larger.set(bytes);
        bytes = larger;
      }
      try {
        const read = await this.#connection.read(bytes.subarray(filled));
        if (read === null) return undefined;
        filled += read;
      } catch {
        return undefined; // reset, or closed by our own side
      }
    }
    return bytes;
  }
}
