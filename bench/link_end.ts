import type { Clock } from "../core/clock.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import { openPublisher, type Publisher } from "../comm/open_publisher.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";
import type { Codec } from "../wasm/codec.ts";
import type { LinkWaiting } from "./link_worker_messages.ts";

/** Longest wait for the other end [ns]. */
const PATIENCE_NS = 500e6;

/** One end of a link: it sends what the codec has encoded, and waits for what the other end sends. */
export class LinkEnd {
  readonly #codec: Codec;
  readonly #clock: Clock;
  readonly #publisher: Publisher;
  readonly #reader: CellReader;
  readonly #wake: boolean;

  /** Opens both cells. */
  constructor(codec: Codec, clock: Clock, to: PublisherDescriptor, from: CellDescriptor, waiting: LinkWaiting) {
    this.#codec = codec;
    this.#clock = clock;
    this.#publisher = openPublisher(to, clock);
    this.#reader = new CellReader(from, clock);
    this.#wake = waiting === "wake";
  }

  /**
   * Sends what stands in the outbox.
   *
   * @realtime
   */
  send(length: number): void {
    const { outbox, outboxOffset } = this.#codec;
    this.#publisher.publish(outbox.words, outboxOffset, length);
  }

  /** Waits until nothing has come for half a second, and throws away what came. */
  discard(): void {
    while (this.receive() >= 0);
  }

  /**
   * Waits for a message, half a second at most, and puts it into the inbox. Returns its length [bytes], or -1.
   *
   * @realtime
   */
  receive(): number {
    const words = this.#codec.inbox.words;
    if (this.#wake) return this.#reader.wait(PATIENCE_NS) ? this.#reader.takeLatest(words) : -1;
    const endNs = this.#clock.now() + PATIENCE_NS;
    for (let looks = 1;; looks++) {
      const length = this.#reader.takeLatest(words);
      if (length >= 0) return length;
      if ((looks & 1023) === 0 && this.#clock.now() > endNs) return -1;
    }
  }
}
