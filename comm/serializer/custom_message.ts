import type { MessageType } from "./message_type.ts";
import { SerializationError } from "./serialization_error.ts";

/** Writes and reads the types that bring their encoding with them: what every serializer does with types that it does not know. */
export const customMessage = {
  /** Writes by the type's `encode`. Errors: `SerializationError`, also when that throws. */
  serialize<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array {
    if (type.encode === undefined) throw unknown(type.name, "encode");
    try {
      return type.encode(value);
    } catch (cause) {
      throw failed("writing", type.name, cause);
    }
  },
  /** Reads by the type's `decode`. Errors: `SerializationError`, also when that throws. */
  deserialize<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T {
    if (type.decode === undefined) throw unknown(type.name, "decode");
    try {
      return type.decode(bytes);
    } catch (cause) {
      throw failed("reading", type.name, cause);
    }
  },
};

function unknown(type: string, method: string): SerializationError {
  return new SerializationError(
    type,
    `use of the message type '${type}': the serializer does not know it, and it has no '${method}'; give it one`,
  );
}

function failed(doing: string, type: string, cause: unknown): SerializationError {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new SerializationError(type, `${doing} a message of type '${type}': ${why}`, { cause });
}
