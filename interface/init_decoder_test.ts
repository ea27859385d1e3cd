import assert from "node:assert/strict";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import { InitDecoder } from "./init_decoder.ts";

const TEXT = '{"controller":{"mode":"position"}}';

Deno.test("an init query is read by the interface's backend; the other one is named, anything else is a plain fault", async () => {
  for (const [own, other] of [["flatbuffer", "protobuf"], ["protobuf", "flatbuffer"]]) {
    const decoder = await InitDecoder.load(own);
    assert.equal(await decoder.decode((await loadMessageCodec(own)).encodeConfig(TEXT)), TEXT);
    await assert.rejects(decoder.decode((await loadMessageCodec(other)).encodeConfig(TEXT)), {
      name: "CodecError",
      message: new RegExp(`encoded by the backend '${other}', wanted '${own}'.*network_interface\\.backend`),
    });
    for (const noise of [Uint8Array.of(1, 2, 3), new TextEncoder().encode(TEXT)]) {
      await assert.rejects(decoder.decode(noise), { name: "CodecError", message: /Cannot decode a configuration/ });
    }
  }
});

Deno.test("an empty init query is not taken for one by another backend", async () => {
  const decoder = await InitDecoder.load("flatbuffer");
  await assert.rejects(decoder.decode(new Uint8Array()), { message: /Cannot decode a configuration of 0 bytes/ });
});
