import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecStatus } from "./codec_status.ts";
import { arbitraryMessages } from "./testing/arbitrary_messages.ts";
import { npmPeer } from "./testing/npm_peer.ts";
import { plainCommand } from "./testing/plain_command.ts";
import { plainState } from "./testing/plain_state.ts";

// A State on a command topic must never move a robot. See docs/decisions/state-and-command.md.

const RUNS = { numRuns: 3000 };

Deno.test("no State of this codec is accepted as a Command, cold or warm", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 28 });
  const cold = codec.newCommand({ joints: 64 });
  fc.assert(
    fc.property(arbitraryMessages.state(), arbitraryMessages.command(), (state, command) => {
      const message = codec.newState(plainState.shapeOf(state));
      plainState.write(message, state);
      const length = codec.encodeState(message);
      codec.inbox.bytes.set(codec.outbox.bytes.subarray(0, length));
      assert.equal(codec.decodeCommand(cold, length), CodecStatus.WrongType);
      assert.deepEqual([...cold.receivedCounts], [0, 0, 0]);

      const warm = codec.newCommand({ joints: 16 });
      plainCommand.write(warm, command);
      assert.ok(codec.encodeCommand(warm) > 0);
      assert.equal(codec.decodeCommand(warm, length), CodecStatus.WrongType);
      assert.deepEqual(plainCommand.read(warm), command);
    }),
    RUNS,
  );
  assert.deepEqual([cold.positionCount, cold.velocityCount, cold.torqueCount], [0, 0, 0]);
});

Deno.test("no State of another writer is accepted as a Command: and it is read as a State, whatever the order of its fields", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 28 });
  const command = codec.newCommand({ joints: 64 });
  const options = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
    omit: fc.subarray([0, 1, 2, 3, 4, 5]).filter((omit) => !(omit.includes(0) && omit.includes(1))),
    forceDefaults: fc.boolean(),
  });
  // The State that comes closest to a Command: torques, nothing else but one of position and velocity.
  const bare = arbitraryMessages.state().map((state) => ({ ...state, bodySensors: [], forceSensors: [] }));
  fc.assert(
    fc.property(fc.oneof(bare, arbitraryMessages.state()), options, (state, options) => {
      const bytes = npmPeer.encodeState(state, options);
      codec.inbox.bytes.set(bytes);
      assert.equal(codec.decodeCommand(command, bytes.length), CodecStatus.WrongType);
    }),
    RUNS,
  );
});

Deno.test("no Command is accepted as a State: this codec's, and another writer's with gains written or left out", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 28 });
  const state = codec.newState({ joints: 64, bodySensors: ["imu"], forceSensors: ["wrist"] });
  const options = fc.record({
    order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 }),
    omit: fc.subarray([0, 1, 5, 6]),
    forceDefaults: fc.boolean(),
  });
  fc.assert(
    fc.property(arbitraryMessages.command(), options, (command, options) => {
      const message = codec.newCommand({ joints: 16 });
      plainCommand.write(message, command);
      const length = codec.encodeCommand(message);
      codec.inbox.bytes.set(codec.outbox.bytes.subarray(0, length));
      assert.ok(codec.decodeState(state, length) < 0);
      const bytes = npmPeer.encodeCommand(command, options);
      codec.inbox.bytes.set(bytes);
      assert.ok(codec.decodeState(state, bytes.length) < 0);
    }),
    RUNS,
  );
});

Deno.test("gains made to look like offsets do not turn a Command into a State", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 64 });
  const command = codec.newCommand({ joints: 6 });
  const gain = new DataView(new ArrayBuffer(8));
  command.position.fill(1);
  command.positionCount = 6;
  let accepted = 0;
  for (let low = 0; low < 512; low++) {
    for (const high of [0, 1, 0x3ff00000, 0xc0590000]) {
      gain.setUint32(0, low, true);
      gain.setUint32(4, high, true);
      command.kp = command.kd = gain.getFloat64(0, true);
      const length = codec.encodeCommand(command);
      codec.inbox.bytes.set(codec.outbox.bytes.subarray(0, length));
      if (codec.decodeState(state, length) >= 0) accepted++;
      // A subnormal gain, which is what such an offset looks like, is refused here as well.
      const subnormal = high < 0x100000 && (low | high) !== 0;
      assert.equal(codec.decodeCommand(command, length) === CodecStatus.Ok, !subnormal);
    }
  }
  assert.equal(accepted, 0);
});

Deno.test("a table whose fields overlap is refused", async () => {
  const codec = await Codec.load();
  const plain = { position: [1, 2], velocity: [3, 4], torque: [5, 6], bodySensors: [], forceSensors: [], stamp: 7n };
  const bytes = npmPeer.encodeState(plain);
  const view = new DataView(bytes.buffer);
  const table = view.getUint32(0, true);
  const vtable = table - view.getInt32(table, true);
  // Velocity's slot points at position's offset: the verifier has nothing against it.
  view.setUint16(vtable + 6, view.getUint16(vtable + 4, true), true);
  codec.inbox.bytes.set(bytes);
  assert.equal(codec.decodeState(codec.newState({ joints: 2 }), bytes.length), CodecStatus.Malformed);
});

Deno.test("a configuration is neither a State nor a Command, and neither is a configuration", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 6 });
  const command = codec.newCommand({ joints: 6 });
  fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
    const bytes = codec.encodeConfig(text);
    codec.inbox.bytes.set(bytes);
    const asState = codec.decodeState(state, bytes.length);
    // Read as a vector of numbers, a text of n bytes would need 8 n bytes; only the empty one fits, and holds nothing.
    if (asState === CodecStatus.Ok) assert.equal(state.positionCount + state.velocityCount + state.torqueCount, 0);
    assert.ok(codec.decodeCommand(command, bytes.length) < 0);
  }));
  fc.assert(fc.property(arbitraryMessages.command(), (plain) => {
    assert.throws(() => codec.decodeConfig(npmPeer.encodeCommand(plain, { forceDefaults: true })));
  }));
});
