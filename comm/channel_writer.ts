import type { Clock } from "../core/clock.ts";
import { openPublisher, type Publisher } from "./open_publisher.ts";
import type { PublisherHandle } from "./transport.ts";
import { TransportError } from "./transport_error.ts";

/** A publisher as the main thread uses it. */
export class ChannelWriter {
  readonly #key: string;
  readonly #publisher: Publisher;
  #words = new Uint32Array(256);

  /** `key` is for messages. */
  constructor(key: string, handle: PublisherHandle, clock: Clock) {
    this.#key = key;
    this.#publisher = openPublisher(handle.descriptor, clock);
  }

  /** Sends a copy of `bytes`; never blocks. Errors: `too_large`. */
  send(bytes: Uint8Array): void {
    if (bytes.length > 4 * this.#words.length) this.#words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(this.#words.buffer).set(bytes);
    if (this.#publisher.publish(this.#words, 0, bytes.length) === 0) return;
    throw new TransportError(
      "too_large",
      `sending on '${this.#key}': the message has ${bytes.length} bytes, which is more than the channel takes; ` +
        "open both ends with a larger capacity",
    );
  }
}
