import type { MessageType } from "./message_type.ts";

/**
 * How messages become bytes. One contract; each item has a case in `comm/test_serializer.ts`.
 *
 * - `State`, `Command` and `Config` are known to every serializer; other types are written by their own `encode` and `decode`.
 * - What is read is what was written, stamps to the last of their 64 bits; what the writer left out is empty or zero.
 * - Bytes come from outside: whatever they are, reading ends with a value or a `SerializationError`. A State is not taken for a Command, nor
 *   the other way round.
 * - A result shares no memory with the serializer or with what was given.
 * - Not for control loops: everything allocates. They use the codec of `wasm/`.
 */
export interface Serializer {
  /** As in `network_interface.backend`. */
  readonly name: string;
  /** Writes a value. Errors: `SerializationError`. */
  serialize<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array;
  /** Reads a value. Errors: `SerializationError`. */
  deserialize<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T;
}
