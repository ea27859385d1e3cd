import { Registry } from "../registry.ts";
import { FlatBufferSerializer } from "./flat_buffer_serializer.ts";
import type { Serializer } from "./serializer.ts";

/** Makes a serializer. */
export type SerializerOpener = () => Serializer | Promise<Serializer>;

/** The serializers of this process by backend. Another one is added by `serializerRegistry.register("my_backend", opener)`. */
export const serializerRegistry: Registry<SerializerOpener> = new Registry("backend", "network_interface.backend", {
  flatbuffer: () => FlatBufferSerializer.load(),
  // Its library is loaded by those who want it only.
  protobuf: async () => new (await import("./protobuf_serializer.ts")).ProtobufSerializer(),
});
