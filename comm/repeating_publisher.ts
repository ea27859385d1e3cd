import type { Publisher } from "./open_publisher.ts";

/** A sending end that can send its last message once more, byte for byte. Real-time safe: every method. */
export class RepeatingPublisher implements Publisher {
  readonly #publisher: Publisher;
  readonly #last: Uint32Array;
  #lastBytes = 0;

  /** Sends by `publisher`, messages of at most `capacity` bytes again. */
  constructor(publisher: Publisher, capacity: number) {
    this.#publisher = publisher;
    this.#last = new Uint32Array(Math.ceil(capacity / 4));
  }

  /**
   * See `Publisher.publish`.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    const from = byteOffset >>> 2;
    const count = (byteLength + 3) >>> 2;
    this.#lastBytes = count <= this.#last.length ? byteLength : 0;
    for (let i = 0; i < count && this.#lastBytes > 0; i++) this.#last[i] = source[from + i];
    return this.#publisher.publish(source, byteOffset, byteLength);
  }

  /**
   * Sends the last message once more; does nothing before the first one.
   *
   * @realtime
   */
  again(): void {
    if (this.#lastBytes > 0) this.#publisher.publish(this.#last, 0, this.#lastBytes);
  }
}
