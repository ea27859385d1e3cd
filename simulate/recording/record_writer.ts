import type { Clock } from "../../core/clock.ts";
import { RecordLayout as L } from "./record_layout.ts";

/** Between two looks at a ring that is full [ns]. */
const AGAIN_NS = 500e3;

/**
 * The loop's end of a ring of recorded messages: one writer, one reader in another thread.
 *
 * - When the ring is full a message is lost, and counted; a writer with `wall` waits instead, until there is room or the reader has closed the ring.
 * - Who blocks: only {@link add} of a writer with `wall`.
 * - Real-time safe: `add`.
 */
export class RecordWriter {
  readonly #words: Uint32Array;
  readonly #times: Float64Array;
  readonly #header: Int32Array;
  /** Units of the ring, less one. */
  readonly #mask: number;
  readonly #clock: Clock;
  readonly #wall: Clock | undefined;
  /** By channel, messages so far. */
  readonly #sequences: Uint32Array;

  /**
   * `buffer`: from `allocateRecordRing`; `channels`: how many there are; `clock`: tells the time of messages; `wall`: steady time, for a loop that is to
   * wait when the ring is full.
   */
  constructor(buffer: SharedArrayBuffer, channels: number, clock: Clock, wall?: Clock) {
    this.#header = new Int32Array(buffer, 0, L.HEADER);
    this.#words = new Uint32Array(buffer, 4 * L.HEADER);
    this.#times = new Float64Array(buffer, 4 * L.HEADER);
    this.#mask = this.#times.length - 1;
    this.#clock = clock;
    this.#wall = wall;
    this.#sequences = new Uint32Array(channels);
  }

  /**
   * Adds a message of the present: `byteLength` bytes of `source` from `byteOffset`, a multiple of 4.
   *
   * @realtime
   */
  add(channel: number, source: Uint32Array, byteOffset: number, byteLength: number): void {
    const header = this.#header;
    const sequence = this.#sequences[channel]++;
    const units = L.HEAD + ((byteLength + 7) >>> 3);
    while (!this.#hasRoom(units)) {
      if (Atomics.load(header, L.W_CLOSED) !== 0) return;
      if (this.#wall === undefined || units > this.#mask + 1) {
        header[L.W_LOST]++;
        return;
      }
      this.#wall.sleepUntil(this.#wall.now() + AGAIN_NS);
    }
    const words = this.#words;
    const mask = this.#mask;
    const written = header[L.W_WRITTEN];
    const at = 2 * (written & mask);
    words[at + L.M_LENGTH] = byteLength;
    words[at + L.M_CHANNEL] = channel;
    words[2 * ((written + L.M_SEQUENCE) & mask)] = sequence;
    this.#times[(written + L.M_TIME) & mask] = this.#clock.now();
    const wordMask = 2 * mask + 1;
    const to = 2 * ((written + L.HEAD) & mask);
    const from = byteOffset >>> 2;
    const count = (byteLength + 3) >>> 2;
    for (let i = 0; i < count; i++) words[(to + i) & wordMask] = source[from + i];
    Atomics.store(header, L.W_WRITTEN, (written + units) | 0);
  }

  /** @realtime */
  #hasRoom(units: number): boolean {
    const header = this.#header;
    const used = (header[L.W_WRITTEN] - Atomics.load(header, L.W_TAKEN)) >>> 0;
    return used + units <= this.#mask + 1;
  }
}
