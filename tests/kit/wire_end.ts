import { SystemClock } from "../../core/system_clock.ts";
import { openPublisher, type Publisher } from "../../comm/open_publisher.ts";
import type { PublisherDescriptor } from "../../comm/transport.ts";

/** The sending end of a topic for a test: any bytes, once or again and again. */
export class WireEnd {
  readonly #publisher: Publisher;
  readonly #buffer = new Uint32Array(8192);
  readonly #bytes = new Uint8Array(this.#buffer.buffer);
  #timer: number | undefined;

  /** Opens the end that `descriptor` names. */
  constructor(descriptor: PublisherDescriptor) {
    this.#publisher = openPublisher(descriptor, new SystemClock());
  }

  /** Sends `bytes` as they are. */
  send(bytes: Uint8Array): void {
    this.#bytes.fill(0xa5); // what lies behind a message is not zeros
    this.#bytes.set(bytes);
    if (this.#publisher.publish(this.#buffer, 0, bytes.length) !== 0) {
      throw new Error(`Sending ${bytes.length} bytes: they do not fit the topic`);
    }
  }

  /** Sends what `make` gives, every `ms` milliseconds from now on, instead of what was sent so far. */
  stream(make: () => Uint8Array, ms = 5): void {
    this.stop();
    this.send(make());
    this.#timer = setInterval(() => this.send(make()), ms);
  }

  /** Sends nothing more. */
  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
