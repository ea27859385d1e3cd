import { CodecError } from "../wasm/codec_error.ts";
import { codecStatusText } from "../wasm/codec_status_text.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { StateMessage, StateShape } from "../wasm/state_message.ts";

/** The codec's part of the benchmark: one State of six joints sent again and again, another received. */
export class CodecRound {
  readonly #codec: MessageCodec;
  readonly #sent: StateMessage;
  readonly #received: StateMessage;
  #message: Uint8Array;

  /** Without sensors, or with all of `shape`'s; received is the State sent, or `message`. */
  constructor(codec: MessageCodec, shape: StateShape, message?: Uint8Array) {
    this.#codec = codec;
    this.#sent = codec.newState(shape);
    this.#received = codec.newState(shape);
    for (let i = 0; i < 6; i++) {
      this.#sent.position[i] = 0.1 * (i + 1);
      this.#sent.velocity[i] = -0.2 * (i + 1);
      this.#sent.torque[i] = 3 * (i + 1);
    }
    this.#sent.positionCount = this.#sent.velocityCount = this.#sent.torqueCount = 6;
    for (const slot of [...this.#sent.bodySensors, ...this.#sent.forceSensors]) slot.present = true;
    const length = codec.encodeState(this.#sent);
    this.#message = message ?? codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length);
  }

  /** Puts the message into the inbox, where the following rounds read it; a transport's work, not to be timed. */
  prepare(): void {
    this.#codec.inbox.bytes.set(this.#message);
  }

  /** Encodes `iterations` States that differ, and decodes as many. */
  run(iterations: number): void {
    const codec = this.#codec;
    const sent = this.#sent;
    const length = this.#message.length;
    let status = 0;
    for (let i = 0; i < iterations; i++) {
      sent.stamp[0] += 1000000;
      sent.position[i % 6] += 1e-6;
      if (codec.encodeState(sent) < 0) status = -1;
      status |= codec.decodeState(this.#received, length);
    }
    this.#check(status);
  }

  /** Encodes only. */
  encode(iterations: number): void {
    const codec = this.#codec;
    const sent = this.#sent;
    let status = 0;
    for (let i = 0; i < iterations; i++) {
      sent.stamp[0] += 1000000;
      sent.position[i % 6] += 1e-6;
      if (codec.encodeState(sent) < 0) status = -1;
    }
    this.#check(status);
  }

  /** Decodes only. */
  decode(iterations: number): void {
    const codec = this.#codec;
    const length = this.#message.length;
    let status = 0;
    for (let i = 0; i < iterations; i++) status |= codec.decodeState(this.#received, length);
    this.#check(status);
  }

  #check(status: number): void {
    if (status === 0 && this.#received.position[5] > 0) return;
    throw new CodecError(
      `Cannot measure the codec: a State is ${codecStatusText(status)}, wanted every State to be read; run ./dev test`,
    );
  }
}
