import { Codec } from "./codec.ts";
import { CODEC_BACKENDS } from "./codec_backends.ts";
import { CodecError } from "./codec_error.ts";
import type { CodecOptions } from "./codec_sizes.ts";
import type { MessageCodec } from "./message_codec.ts";

/**
 * Loads the codec of a backend, `network_interface.backend`: `flatbuffer` or `protobuf`. The Protobuf library is loaded only by the latter.
 * Errors: `CodecError`, when the backend is neither or the codec cannot be loaded.
 */
export async function loadMessageCodec(backend: string, options: CodecOptions = {}): Promise<MessageCodec> {
  if (backend === "flatbuffer") return await Codec.load(options);
  if (backend === "protobuf") return new (await import("./protobuf/protobuf_codec.ts")).ProtobufCodec(options);
  throw new CodecError(
    `Cannot load the codec: '${backend}' is not a backend, wanted ${
      CODEC_BACKENDS.join(" or ")
    }; correct network_interface.backend`,
  );
}
