import type { CommandMessage, CommandShape } from "./command_message.ts";
import type { MessageBuffer } from "./message_buffer.ts";
import type { StateMessage, StateShape } from "./state_message.ts";

/**
 * What a control loop and a handshake know of a codec, whichever backend it speaks: `Codec` for FlatBuffers, `ProtobufCodec` for Protobuf.
 *
 * - Who creates: each thread its own, by `loadMessageCodec`; one codec serves any number of messages.
 * - Who blocks: nothing.
 * - Real-time safe: the four functions for State and Command neither throw nor wait. Those of `Codec` do not allocate either; those of
 *   `ProtobufCodec` do.
 * - Trust: a message is checked as a whole before the first value changes. A refused one leaves the message object as it was, apart from
 *   `receivedCounts`. The codecs come to the same verdicts on the same faults.
 */
export interface MessageCodec {
  /** Where a received message is put, from the first byte on, before it is decoded. */
  readonly inbox: MessageBuffer;
  /** Where encoded messages lie: the last one at `bytes[outboxOffset .. outboxOffset + length)`, until the next one is encoded. */
  readonly outbox: MessageBuffer;
  /** Where the last encoded message begins in the outbox [bytes], a multiple of 8. */
  readonly outboxOffset: number;
  /** Creates a State for a robot, empty, with no sensor present. Errors: `CodecError`. */
  newState(shape: StateShape): StateMessage;
  /** Creates a Command for a robot, empty. Errors: `CodecError`. */
  newCommand(shape: CommandShape): CommandMessage;
  /** Encodes a State into the outbox. Returns the length [bytes], or a negative `CodecStatus`. */
  encodeState(message: StateMessage): number;
  /** Decodes the first `length` bytes of the inbox into a State. Returns `CodecStatus.Ok` or a negative status. */
  decodeState(message: StateMessage, length: number): number;
  /** Encodes a Command into the outbox. Returns the length [bytes], or a negative `CodecStatus`. */
  encodeCommand(message: CommandMessage): number;
  /** Decodes the first `length` bytes of the inbox into a Command. Returns `CodecStatus.Ok` or a negative status. */
  decodeCommand(message: CommandMessage, length: number): number;
  /** The message of a configuration text, as bytes of its own; for start-up. Errors: `CodecError`. */
  encodeConfig(text: string): Uint8Array;
  /** The text of a configuration message; for start-up. Errors: `CodecError`. */
  decodeConfig(bytes: Uint8Array): string;
}
