import { CODEC_BACKENDS } from "../wasm/codec_backends.ts";
import { CodecError } from "../wasm/codec_error.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";

/** Reads the payloads of init queries by the backend of the interface; of one that comes by another backend it says so. */
export class InitDecoder {
  readonly #backend: string;
  readonly #codec: MessageCodec;

  private constructor(backend: string, codec: MessageCodec) {
    this.#backend = backend;
    this.#codec = codec;
  }

  /** `backend`: `network_interface.backend` of the interface. Errors: `CodecError`, when its codec cannot be loaded. */
  static async load(backend: string): Promise<InitDecoder> {
    return new InitDecoder(backend, await loadMessageCodec(backend));
  }

  /** The configuration text of a payload. Rejects with a `CodecError`, which names both backends when they differ. */
  async decode(payload: Uint8Array): Promise<string> {
    try {
      return this.#codec.decodeConfig(payload);
    } catch (error) {
      const sender = await this.#senderOf(payload);
      if (sender === undefined) throw error;
      throw new CodecError(
        `Cannot read the init query: it is encoded by the backend '${sender}', wanted '${this.#backend}', the interface's; ` +
          "set network_interface.backend to the same in the configuration of the manager and in that of the interface",
        { cause: error },
      );
    }
  }

  /** The other backend that the payload is a configuration of. */
  async #senderOf(payload: Uint8Array): Promise<string | undefined> {
    for (const backend of CODEC_BACKENDS) {
      if (backend === this.#backend) continue;
      const codec = await loadMessageCodec(backend);
      try {
        if (codec.decodeConfig(payload) !== "") return backend;
      } catch {
        // Not this one's either.
      }
    }
    return undefined;
  }
}
