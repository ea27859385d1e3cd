import type { ChannelReader } from "./channel_reader.ts";
import { SerializationError } from "./serializer/serialization_error.ts";

/** Settings of a subscription. */
export interface SubscriptionOptions {
  /** How often it looks for a new message [ms]; that of the `Communication` by default, which is 2. */
  readonly pollMs?: number;
  /** Told of messages that are none of the wanted type; they are passed over without a word by default. */
  readonly onRefused?: (error: SerializationError) => void;
}

/** Hands the messages of a channel to a callback on the main thread. An exception of the callback becomes an uncaught error. */
export class Subscription<T> {
  readonly #reader: ChannelReader;
  readonly #read: (bytes: Uint8Array) => T;
  readonly #callback: (value: T) => void;
  readonly #onRefused: ((error: SerializationError) => void) | undefined;
  readonly #timer: number;

  /** Begins to look. `read` decodes a message. */
  constructor(
    reader: ChannelReader,
    read: (bytes: Uint8Array) => T,
    callback: (value: T) => void,
    pollMs: number,
    onRefused: ((error: SerializationError) => void) | undefined,
  ) {
    this.#reader = reader;
    this.#read = read;
    this.#callback = callback;
    this.#onRefused = onRefused;
    this.#timer = setInterval(() => this.#look(), pollMs);
  }

  /** Ends it: the callback is not called again. May be called twice. */
  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const bytes = this.#reader.take();
    if (bytes === undefined) return;
    let value: T;
    try {
      value = this.#read(bytes);
    } catch (error) {
      if (!(error instanceof SerializationError)) throw error;
      this.#onRefused?.(error);
      return;
    }
    this.#callback(value);
  }
}
