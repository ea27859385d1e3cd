import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";

/** What a field of a Protobuf message is: `doubles` are packed, `messages` are the encoded messages of a repeated field. */
export type FieldKind = "double" | "doubles" | "uint64" | "text" | "messages";

/** Value of a field by its kind: `doubles` as their little-endian bytes, which lie in the message. Undefined: absent. */
export type FieldValue = number | bigint | string | Uint8Array | Uint8Array[] | undefined;

const WIRE_TYPES: Readonly<Record<FieldKind, WireType>> = {
  double: WireType.Bit64,
  doubles: WireType.LengthDelimited,
  uint64: WireType.Varint,
  text: WireType.LengthDelimited,
  messages: WireType.LengthDelimited,
};

/**
 * The fields of an encoded message, the first of `kinds` being that of field 1; undefined when it is not such a message. Fields of a newer
 * schema are passed over.
 *
 * Stricter than Protobuf asks of a reader, because a message must show what it is: a field comes with the wire type of its kind and, unless
 * it is repeated, once; texts are UTF-8; groups, which no schema of today has, are refused. Every writer of the schema passes.
 */
export function readFields(bytes: Uint8Array, kinds: readonly FieldKind[]): FieldValue[] | undefined {
  const fields: FieldValue[] = new Array(kinds.length).fill(undefined);
  const reader = new BinaryReader(bytes);
  try {
    while (reader.pos < reader.len) {
      const [number, type] = reader.tag();
      if (number > kinds.length) {
        if (type === WireType.StartGroup || type === WireType.EndGroup) return undefined;
        reader.skip(type);
        continue;
      }
      const kind = kinds[number - 1], before = fields[number - 1];
      if (type !== WIRE_TYPES[kind]) return undefined;
      if (kind === "messages") {
        if (before === undefined) fields[number - 1] = [reader.bytes()];
        else (before as Uint8Array[]).push(reader.bytes());
        continue;
      }
      if (before !== undefined) return undefined;
      const value = readValue(reader, kind);
      if (kind === "doubles" && (value as Uint8Array).length % 8 !== 0) return undefined;
      fields[number - 1] = value;
    }
    return reader.pos === reader.len ? fields : undefined;
  } catch {
    return undefined; // the library says by exceptions that bytes are missing, that a number is too long, that a text is no UTF-8
  }
}

function readValue(reader: BinaryReader, kind: Exclude<FieldKind, "messages">): FieldValue {
  switch (kind) {
    case "double":
      return reader.double();
    case "uint64":
      return BigInt(reader.uint64());
    case "text":
      return reader.string(true);
    case "doubles":
      return reader.bytes();
  }
}
