import type { Publisher } from "./open_publisher.ts";

/** A sending end with several ways: each message takes the one that is chosen at that moment. */
export class SwitchedPublisher implements Publisher {
  readonly #ways: readonly Publisher[];
  readonly #choice: Int32Array;

  /** The first word of `choice` is the number of the way; whoever changes it makes sure that somebody listens there. */
  constructor(ways: readonly Publisher[], choice: SharedArrayBuffer) {
    this.#ways = ways;
    this.#choice = new Int32Array(choice);
  }

  /**
   * See {@link Publisher.publish}.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    return this.#ways[Atomics.load(this.#choice, 0)].publish(source, byteOffset, byteLength);
  }
}
