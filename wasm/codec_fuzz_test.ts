import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecStatus } from "./codec_status.ts";
import { arbitraryMessages } from "./testing/arbitrary_messages.ts";
import { FuzzHarness } from "./testing/fuzz_harness.ts";
import { golden } from "./testing/golden.ts";
import { npmPeer } from "./testing/npm_peer.ts";
import { plainState } from "./testing/plain_state.ts";

/** Golden messages, and what this codec makes of those that it reads. */
function samples(codec: Codec): Map<string, Uint8Array> {
  const all = new Map<string, Uint8Array>();
  for (const name of golden.names()) {
    const bytes = golden.bytes(name);
    all.set(name, bytes);
    codec.inbox.bytes.set(bytes);
    const state = codec.newState(FuzzHarness.shape);
    if (name.startsWith("state_") && codec.decodeState(state, bytes.length) === 0) {
      const length = codec.encodeState(state);
      all.set(`${name} of this codec`, codec.outbox.bytes.slice(0, length));
    }
    const command = codec.newCommand({ joints: 16 });
    if (name.startsWith("command_") && codec.decodeCommand(command, bytes.length) === 0) {
      const length = codec.encodeCommand(command);
      all.set(`${name} of this codec`, codec.outbox.bytes.slice(0, length));
    }
  }
  return all;
}

Deno.test("messages cut at every length are refused, or lose only bytes that nothing refers to", async () => {
  const harness = await FuzzHarness.load();
  let accepted = 0;
  let cut = 0;
  for (const [name, bytes] of samples(await Codec.load())) {
    harness.warmUp(bytes);
    for (let length = 0; length < bytes.length; length++) {
      const { state, command } = harness.check(bytes.subarray(0, length));
      cut++;
      if (state || command) {
        accepted++;
        assert.ok(bytes.subarray(length).every((byte) => byte === 0), `${name} cut to ${length} bytes is accepted`);
      }
    }
  }
  assert.ok(cut > 2000);
  assert.ok(accepted < cut / 20);
});

Deno.test("messages with any one bit flipped do no harm", async () => {
  const harness = await FuzzHarness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    if (bytes.length > 520) continue;
    harness.warmUp(bytes);
    const changed = bytes.slice();
    for (let bit = 0; bit < 8 * bytes.length; bit++) {
      changed[bit >> 3] ^= 1 << (bit & 7);
      harness.check(changed);
      changed[bit >> 3] ^= 1 << (bit & 7);
    }
  }
});

Deno.test("every word replaced by forged counts and offsets does no harm", async () => {
  const harness = await FuzzHarness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    harness.warmUp(bytes);
    const forged = [
      0,
      1,
      4,
      bytes.length,
      bytes.length - 4,
      bytes.length / 8 | 0,
      17,
      0x1fffffff,
      0x20000001,
      0x7fffffff,
      0x80000000,
    ]
      .concat([0xfffffffc, 0xffffffff]);
    for (let at = 0; at + 4 <= bytes.length; at += 4) {
      for (const word of forged) {
        const changed = bytes.slice();
        new DataView(changed.buffer).setUint32(at, word, true);
        harness.check(changed);
      }
    }
  }
});

Deno.test("a count of doubles given in bytes is refused", async () => {
  const codec = await Codec.load();
  const bytes = golden.bytes("state_ur5e");
  const view = new DataView(bytes.buffer);
  const state = codec.newState({ joints: 400 });
  let forged = 0;
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    if (view.getUint32(at, true) !== 6) continue;
    view.setUint32(at, bytes.length, true);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeState(state, bytes.length), CodecStatus.Malformed);
    view.setUint32(at, 6, true);
    forged++;
  }
  assert.equal(forged, 3);
});

Deno.test("a message read from an unaligned place of a larger buffer is the same", async () => {
  const codec = await Codec.load();
  const bytes = golden.bytes("state_sensors");
  const expected = golden.state(golden.json("state_sensors"));
  for (let offset = 0; offset < 8; offset++) {
    const state = codec.newState(plainState.shapeOf(expected));
    const larger = new Uint8Array(bytes.length + 16);
    larger.set(bytes, offset);
    codec.inbox.bytes.set(larger.subarray(offset, offset + bytes.length));
    assert.equal(codec.decodeState(state, bytes.length), CodecStatus.Ok);
    assert.deepEqual(plainState.read(state), expected);
  }
});

Deno.test("a message shifted inside the inbox does no harm", async () => {
  const harness = await FuzzHarness.load();
  for (const bytes of samples(await Codec.load()).values()) {
    harness.warmUp(bytes);
    for (let offset = 1; offset < 8; offset++) {
      harness.check(bytes.subarray(offset));
      const shifted = new Uint8Array(bytes.length + offset);
      shifted.set(bytes, offset);
      harness.check(shifted);
    }
  }
});

Deno.test("random bytes and randomly damaged messages do no harm", async () => {
  const harness = await FuzzHarness.load();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      harness.check(bytes);
    }),
    { numRuns: 3000 },
  );
  const damage = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 });
  const state = arbitraryMessages.state().map((plain) => npmPeer.encodeState(plain));
  const command = arbitraryMessages.command().map((plain) => npmPeer.encodeCommand(plain));
  fc.assert(
    fc.property(fc.oneof(state, command), damage, (bytes, damage) => {
      harness.warmUp(bytes);
      harness.check(bytes);
      for (const [at, value] of damage) bytes[at % Math.min(bytes.length, 96)] = value;
      harness.check(bytes);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("a message of thousands of sensors that are one and the same is refused", async () => {
  const codec = await Codec.load();
  const name = "ghost";
  const sensor = { name, force: [0, 0, 0], torque: [0, 0, 0] };
  const plain = { position: [1], velocity: [], torque: [], bodySensors: [], forceSensors: [sensor], stamp: 0n };
  const many = (count: number) =>
    npmPeer.encodeState({ ...plain, forceSensors: Array.from({ length: count }, () => sensor) });
  const state = codec.newState({ joints: 1 });
  const decode = (bytes: Uint8Array) => {
    codec.inbox.bytes.set(bytes);
    return codec.decodeState(state, bytes.length);
  };
  assert.equal(decode(many(200)), CodecStatus.Ok);
  assert.equal(state.unknownSensors, 200);
  assert.equal(decode(many(256)), CodecStatus.Malformed);
});
