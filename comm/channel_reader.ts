import type { Clock } from "../core/clock.ts";
import { CellReader } from "./cell/cell_reader.ts";
import type { SubscriberHandle } from "./transport.ts";

/** A subscription as the main thread reads it: messages are bytes of their own. */
export class ChannelReader {
  readonly #cell: CellReader;
  readonly #clock: Clock;
  readonly #words: Uint32Array;
  /** Length of a message that has come and was not taken yet [bytes]; -1: there is none. */
  #pending = -1;

  /** Starts with the messages that come from now on. */
  constructor(handle: SubscriberHandle, clock: Clock) {
    this.#clock = clock;
    this.#cell = new CellReader(handle.descriptor, clock);
    this.#words = new Uint32Array(Math.ceil(this.#cell.capacity / 4));
  }

  /** The latest message, or undefined when it was taken already or none has come. */
  take(): Uint8Array | undefined {
    this.#look();
    if (this.#pending < 0) return undefined;
    const message = new Uint8Array(this.#words.buffer, 0, this.#pending).slice();
    this.#pending = -1;
    return message;
  }

  /** Time since the latest message arrived, taken or not [ms]; `Infinity` before the first. */
  ageMs(): number {
    this.#look();
    return Math.max(0, this.#clock.now() - this.#cell.arrivalNs) / 1e6;
  }

  #look(): void {
    const length = this.#cell.takeLatest(this.#words);
    if (length >= 0) this.#pending = length;
  }
}
