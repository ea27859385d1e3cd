import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecError } from "./codec_error.ts";
import { npmPeer } from "./testing/npm_peer.ts";

Deno.test("a configuration text reads as it was written, by this codec and by the npm package, both ways", async () => {
  const codec = await Codec.load();
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 500 }), (text) => {
    const bytes = codec.encodeConfig(text);
    assert.equal(npmPeer.decodeConfig(bytes), text);
    assert.equal(codec.decodeConfig(bytes), text);
    assert.equal(codec.decodeConfig(npmPeer.encodeConfig(text)), text);
  }));
  const long = "é".repeat(16352);
  assert.equal(codec.decodeConfig(codec.encodeConfig(long)), long);
});

Deno.test("a configuration that is too long, no message, without text or not UTF-8 is refused in words", async () => {
  const codec = await Codec.load();
  assert.throws(() => codec.encodeConfig("x".repeat(32768 - 63)), /wanted at most 32704 bytes of UTF-8/);
  assert.throws(() => codec.encodeConfig("é".repeat(16353)), CodecError);
  assert.throws(() => codec.encodeConfig("é".repeat(40000)), CodecError);
  assert.throws(() => codec.decodeConfig(new Uint8Array(40000)), /longer than the largest message/);
  assert.throws(() => codec.decodeConfig(new TextEncoder().encode("controller: {mode: position}")), CodecError);
  assert.throws(() => codec.decodeConfig(npmPeer.encodeConfig(new Uint8Array([0x61, 0xff, 0xfe]))), /not UTF-8/);
  const message = npmPeer.encodeConfig("abc");
  for (let length = 0; length < message.length; length++) {
    // The npm builder pads at the end; what is cut there is not part of the message.
    try {
      assert.equal(codec.decodeConfig(message.subarray(0, length)), "abc");
    } catch (error) {
      assert.ok(error instanceof CodecError);
    }
  }
});
