import { RecordLayout as L } from "./record_layout.ts";

/** Gets a recorded message; `bytes` are valid during the call alone. */
export type TakeRecord = (channel: number, sequence: number, timeNs: number, bytes: Uint8Array) => void;

/** The main thread's end of a ring of recorded messages, see `RecordWriter`. */
export class RecordReader {
  readonly #header: Int32Array;
  readonly #words: Uint32Array;
  readonly #times: Float64Array;
  readonly #mask: number;
  #message = new Uint32Array(256);

  /** `buffer`: from `allocateRecordRing`. */
  constructor(buffer: SharedArrayBuffer) {
    this.#header = new Int32Array(buffer, 0, L.HEADER);
    this.#words = new Uint32Array(buffer, 4 * L.HEADER);
    this.#times = new Float64Array(buffer, 4 * L.HEADER);
    this.#mask = this.#times.length - 1;
  }

  /** Messages that found no room so far. */
  get lost(): number {
    return this.#header[L.W_LOST];
  }

  /** Takes the messages that are there now, oldest first. Returns how many they were. */
  drain(take: TakeRecord): number {
    const end = Atomics.load(this.#header, L.W_WRITTEN);
    const mask = this.#mask;
    let taken = this.#header[L.W_TAKEN];
    let count = 0;
    for (; taken !== end; count++) {
      const at = 2 * (taken & mask);
      const length = this.#words[at + L.M_LENGTH];
      const channel = this.#words[at + L.M_CHANNEL];
      const sequence = this.#words[2 * ((taken + L.M_SEQUENCE) & mask)];
      const timeNs = this.#times[(taken + L.M_TIME) & mask];
      const bytes = this.#copy(2 * ((taken + L.HEAD) & mask), length);
      taken = (taken + L.HEAD + ((length + 7) >>> 3)) | 0;
      Atomics.store(this.#header, L.W_TAKEN, taken);
      take(channel, sequence, timeNs, bytes);
    }
    return count;
  }

  /** Takes no more messages: the writer does not wait for room any more. */
  close(): void {
    Atomics.store(this.#header, L.W_CLOSED, 1);
  }

  #copy(from: number, length: number): Uint8Array {
    const count = (length + 3) >>> 2;
    if (count > this.#message.length) this.#message = new Uint32Array(2 * count);
    const first = Math.min(count, this.#words.length - from);
    this.#message.set(this.#words.subarray(from, from + first));
    this.#message.set(this.#words.subarray(0, count - first), first);
    return new Uint8Array(this.#message.buffer, 0, length);
  }
}
