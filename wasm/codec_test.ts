import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "./codec.ts";
import { CodecError } from "./codec_error.ts";
import { CodecStatus } from "./codec_status.ts";
import { codecStatusText } from "./codec_status_text.ts";
import { arbitraryMessages } from "./testing/arbitrary_messages.ts";
import { npmPeer } from "./testing/npm_peer.ts";
import { plainCommand } from "./testing/plain_command.ts";
import { plainState } from "./testing/plain_state.ts";
import { stampWords } from "./testing/stamp_words.ts";

/** The last encoded message, as a copy. */
function sent(codec: Codec, length: number): Uint8Array {
  assert.ok(length > 0, codecStatusText(length));
  return codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length);
}

function receive(codec: Codec, bytes: Uint8Array): number {
  codec.inbox.bytes.set(bytes);
  return bytes.length;
}

Deno.test("a State reads as it was written, by this codec and by the npm package", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 26 });
  fc.assert(
    fc.property(arbitraryMessages.state(), (plain) => {
      const from = codec.newState(plainState.shapeOf(plain));
      const to = codec.newState(plainState.shapeOf(plain));
      plainState.write(from, plain);
      const bytes = sent(codec, codec.encodeState(from));
      assert.ok(bytes.length <= from.maxEncodedBytes);
      assert.equal(bytes.length % 8, 0);
      assert.deepEqual(npmPeer.decodeState(bytes), plain);
      for (let i = 0; i < 2; i++) {
        assert.equal(codec.decodeState(to, receive(codec, bytes)), CodecStatus.Ok);
        assert.deepEqual(plainState.read(to), plain);
        assert.deepEqual([...to.receivedCounts], [plain.position.length, plain.velocity.length, plain.torque.length]);
      }
    }),
    { numRuns: 300 },
  );
});

Deno.test("a State written by the npm package, fields in any order, reads the same", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 26 });
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 });
  fc.assert(
    fc.property(arbitraryMessages.state(), order, fc.boolean(), (plain, order, forceDefaults) => {
      const to = codec.newState(plainState.shapeOf(plain));
      const length = receive(codec, npmPeer.encodeState(plain, { order, forceDefaults }));
      assert.equal(codec.decodeState(to, length), CodecStatus.Ok);
      assert.deepEqual(plainState.read(to), plain);
    }),
    { numRuns: 300 },
  );
});

Deno.test("a Command reads as it was written, by this codec and by the npm package, both ways", async () => {
  const codec = await Codec.load({ arenaBytes: 1 << 26 });
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6], { minLength: 7 });
  fc.assert(
    fc.property(arbitraryMessages.command(), order, (plain, order) => {
      const joints = plainCommand.jointsOf(plain);
      const from = codec.newCommand({ joints });
      const to = codec.newCommand({ joints });
      plainCommand.write(from, plain);
      const bytes = sent(codec, codec.encodeCommand(from));
      assert.ok(bytes.length <= from.maxEncodedBytes);
      assert.deepEqual(npmPeer.decodeCommand(bytes), plain);
      assert.equal(codec.decodeCommand(to, receive(codec, bytes)), CodecStatus.Ok);
      assert.deepEqual(plainCommand.read(to), plain);
      assert.equal(codec.decodeCommand(to, receive(codec, npmPeer.encodeCommand(plain, { order }))), CodecStatus.Ok);
      // An npm peer leaves a gain of minus zero out, as it does zero.
      assert.deepEqual(plainCommand.read(to), { ...plain, kp: plain.kp || plain.kp + 0, kd: plain.kd || plain.kd + 0 });
    }),
    { numRuns: 300 },
  );
});

Deno.test("the three joint vectors are written also when they are empty, and a Command's gains when they are zero", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 6 });
  const bytes = sent(codec, codec.encodeState(state));
  assert.deepEqual(presentFields(bytes), [0, 1, 2, 5]);
  const command = codec.newCommand({ joints: 6 });
  command.torqueCount = 6;
  assert.deepEqual(presentFields(sent(codec, codec.encodeCommand(command))), [0, 1, 2, 3, 4, 5, 6]);
});

Deno.test("only sensors that are present are written, and a decoded State has those of the message", async () => {
  const codec = await Codec.load();
  const shape = { joints: 1, bodySensors: ["a", "b"], forceSensors: ["f", "g"] };
  const from = codec.newState(shape);
  const to = codec.newState(shape);
  from.positionCount = 1;
  for (let mask = 0; mask < 16; mask++) {
    [...from.bodySensors, ...from.forceSensors].forEach((slot, i) => slot.present = (mask >> i & 1) === 1);
    const bytes = sent(codec, codec.encodeState(from));
    assert.deepEqual(npmPeer.decodeState(bytes), plainState.read(from));
    for (const slot of [...to.bodySensors, ...to.forceSensors]) slot.present = true;
    assert.equal(codec.decodeState(to, receive(codec, bytes)), CodecStatus.Ok);
    assert.deepEqual(plainState.read(to), plainState.read(from));
  }
});

Deno.test("sensors are found by name in any order; unknown ones are counted and named", async () => {
  const codec = await Codec.load();
  const sensor = (name: string, x: number) => ({ name, force: [x, 0, 0], torque: [0, 0, x] });
  const plain = {
    position: [1],
    velocity: [],
    torque: [],
    bodySensors: [{ name: "ghost", orientation: [1, 0, 0, 0], angularVelocity: [], linearAcceleration: [] }],
    forceSensors: [sensor("right", 1), sensor("", 2), sensor("left", 3), sensor("é".repeat(40), 4)],
    stamp: 0n,
  };
  const to = codec.newState({ joints: 1, bodySensors: ["imu"], forceSensors: ["left", "right", "tip"] });
  assert.equal(codec.decodeState(to, receive(codec, npmPeer.encodeState(plain))), CodecStatus.Ok);
  assert.deepEqual(plainState.read(to).forceSensors, [sensor("left", 3), sensor("right", 1)]);
  assert.equal(to.bodySensors[0].present, false);
  assert.equal(to.unknownSensors, 3);
  assert.equal(to.unknownSensorName(), "ghost");

  const long = { ...plain, bodySensors: [], forceSensors: [plain.forceSensors[3]] };
  assert.equal(codec.decodeState(to, receive(codec, npmPeer.encodeState(long))), CodecStatus.Ok);
  assert.equal(to.unknownSensors, 1);
  assert.equal(to.unknownSensorName(), "é".repeat(32));

  const marked = { ...plain, bodySensors: [], forceSensors: [sensor("\ufeffghost", 5)] };
  assert.deepEqual(npmPeer.decodeState(npmPeer.encodeState(marked)), marked);
  assert.equal(codec.decodeState(to, receive(codec, npmPeer.encodeState(marked))), CodecStatus.Ok);
  assert.equal(to.unknownSensorName(), "\ufeffghost", "a mark at the start belongs to the name");

  const known = codec.newState({ joints: 1 });
  known.positionCount = 1;
  assert.equal(codec.decodeState(to, receive(codec, sent(codec, codec.encodeState(known)))), CodecStatus.Ok);
  assert.equal(to.unknownSensors, 0);
  assert.equal(to.unknownSensorName(), "");
});

Deno.test("more values than joints: refused with the counts as received, nothing else changes", async () => {
  const codec = await Codec.load();
  const from = codec.newState({ joints: 7 });
  from.position.fill(1);
  from.positionCount = 7;
  from.torqueCount = 3;
  const to = codec.newState({ joints: 6 });
  to.position.fill(2);
  to.positionCount = 6;
  const before = plainState.read(to);
  assert.equal(codec.decodeState(to, receive(codec, sent(codec, codec.encodeState(from)))), CodecStatus.TooManyJoints);
  assert.deepEqual([...to.receivedCounts], [7, 0, 3]);
  assert.deepEqual(plainState.read(to), before);
  // What is received next counts again, also when its layout is known already.
  const good = sent(codec, codec.encodeState(to));
  assert.equal(codec.decodeState(to, receive(codec, good)), CodecStatus.Ok);
  assert.deepEqual([...to.receivedCounts], [6, 0, 0]);

  const command = codec.newCommand({ joints: 7 });
  command.velocityCount = 7;
  const target = codec.newCommand({ joints: 6 });
  const length = receive(codec, sent(codec, codec.encodeCommand(command)));
  assert.equal(codec.decodeCommand(target, length), CodecStatus.TooManyJoints);
  assert.deepEqual([...target.receivedCounts], [0, 7, 0]);
  assert.equal(target.velocityCount, 0);
  target.torqueCount = 6;
  const goodCommand = sent(codec, codec.encodeCommand(target));
  assert.equal(codec.decodeCommand(target, receive(codec, goodCommand)), CodecStatus.Ok);
  assert.deepEqual([...target.receivedCounts], [0, 0, 6]);
});

Deno.test("a count out of range is not encoded", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 6 });
  const command = codec.newCommand({ joints: 6 });
  for (const count of [7, -1, 2 ** 31 - 1, -(2 ** 31)]) {
    state.velocityCount = count;
    assert.equal(codec.encodeState(state), CodecStatus.TooManyJoints);
    command.torqueCount = count;
    assert.equal(codec.encodeCommand(command), CodecStatus.TooManyJoints);
  }
});

Deno.test("a Command has exactly one vector, on both sides", async () => {
  const codec = await Codec.load();
  const command = codec.newCommand({ joints: 2 });
  assert.equal(codec.encodeCommand(command), CodecStatus.NotOneVector);
  command.positionCount = 2;
  command.torqueCount = 1;
  assert.equal(codec.encodeCommand(command), CodecStatus.NotOneVector);
  const plain = { kp: 1, kd: 1, position: [1, 2], velocity: [3], torque: [], stateStamp: 1n, stateHold: 1n };
  assert.equal(codec.decodeCommand(command, receive(codec, npmPeer.encodeCommand(plain))), CodecStatus.NotOneVector);
  assert.deepEqual([...command.receivedCounts], [2, 1, 0]);
  const empty = { ...plain, position: [], velocity: [] };
  assert.equal(codec.decodeCommand(command, receive(codec, npmPeer.encodeCommand(empty))), CodecStatus.NotOneVector);
});

Deno.test("lengths that the inbox cannot hold are refused", async () => {
  const codec = await Codec.load({ maxMessageBytes: 1024 });
  const state = codec.newState({ joints: 2 });
  const command = codec.newCommand({ joints: 2 });
  for (const length of [1025, 2 ** 31, 2 ** 32 - 1, -1]) {
    assert.equal(codec.decodeState(state, length), CodecStatus.TooLarge);
    assert.equal(codec.decodeCommand(command, length), CodecStatus.TooLarge);
  }
  for (const length of [0, 1, 4, 7, 1024]) {
    assert.equal(codec.decodeState(state, length), CodecStatus.Malformed);
    assert.equal(codec.decodeCommand(command, length), CodecStatus.Malformed);
  }
});

Deno.test("a message of another codec is refused", async () => {
  const [one, other] = await Promise.all([Codec.load(), Codec.load()]);
  const state = one.newState({ joints: 1 });
  const command = one.newCommand({ joints: 1 });
  assert.equal(other.encodeState(state), CodecStatus.ForeignMessage);
  assert.equal(other.decodeState(state, 8), CodecStatus.ForeignMessage);
  assert.equal(other.encodeCommand(command), CodecStatus.ForeignMessage);
  assert.equal(other.decodeCommand(command, 8), CodecStatus.ForeignMessage);
});

Deno.test("stamps keep all 64 bits", async () => {
  const codec = await Codec.load();
  const state = codec.newState({ joints: 1 });
  for (const stamp of [0n, 1n, 0xffffffffn, 1n << 32n, (1n << 53n) + 1n, (1n << 64n) - 1n]) {
    stampWords.write(state.stamp, stamp);
    const bytes = sent(codec, codec.encodeState(state));
    assert.equal(npmPeer.decodeState(bytes).stamp, stamp);
    state.stamp.fill(0);
    assert.equal(codec.decodeState(state, receive(codec, bytes)), CodecStatus.Ok);
    assert.equal(stampWords.read(state.stamp), stamp);
  }
});

Deno.test("shapes that make no sense, or do not fit, are refused in words", async () => {
  const codec = await Codec.load({ arenaBytes: 4096, maxMessageBytes: 1024 });
  const refused = (make: () => unknown, text: RegExp) =>
    assert.throws(make, (error) => error instanceof CodecError && text.test(error.message));
  refused(() => codec.newState({ joints: 0 }), /0 joints, wanted a whole number/);
  refused(() => codec.newState({ joints: 1.5 }), /1\.5 joints/);
  refused(() => codec.newCommand({ joints: -1 }), /-1 joints/);
  refused(() => codec.newState({ joints: 1, bodySensors: ["a", "a"] }), /'a' is listed twice/);
  refused(() => codec.newState({ joints: 1, forceSensors: [""] }), /empty name/);
  refused(
    () => codec.newState({ joints: 1, forceSensors: Array.from({ length: 256 }, (_, i) => `${i}`) }),
    /256 sensors/,
  );
  refused(() => codec.newState({ joints: 40 }), /can take \d+ bytes, wanted at most 1024/);
  refused(() => {
    for (let i = 0; i < 1000; i++) codec.newCommand({ joints: 6 });
  }, /larger arenaBytes/);
  await assert.rejects(Codec.load({ maxMessageBytes: 10 }), /maxMessageBytes is 10, wanted a whole number from 1024/);
  await assert.rejects(Codec.load({ arenaBytes: NaN }), CodecError);
});

Deno.test("a name is for one kind of sensor: an IMU and a force sensor may share it", async () => {
  const codec = await Codec.load();
  const shape = { joints: 1, bodySensors: ["tip"], forceSensors: ["tip"] };
  const from = codec.newState(shape);
  from.positionCount = 1;
  from.forceSensors[0].present = true;
  from.forceSensors[0].force[2] = -9;
  const to = codec.newState(shape);
  assert.equal(codec.decodeState(to, receive(codec, sent(codec, codec.encodeState(from)))), CodecStatus.Ok);
  assert.deepEqual(plainState.read(to), plainState.read(from));
});

Deno.test("the largest State that a codec takes is encoded in full", async () => {
  const codec = await Codec.load({ maxMessageBytes: 1 << 17 });
  const list = (kind: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${kind}${i}`.padEnd(61 + i % 4, "x"));
  const shape = { joints: 200, bodySensors: list("imu", 127), forceSensors: list("wrench", 128) };
  const from = codec.newState(shape);
  const to = codec.newState(shape);
  from.positionCount = from.velocityCount = from.torqueCount = 200;
  for (const slot of [...from.bodySensors, ...from.forceSensors]) slot.present = true;
  for (let i = 0; i < 200; i++) from.position[i] = from.velocity[i] = from.torque[i] = i;
  const bytes = sent(codec, codec.encodeState(from));
  assert.ok(bytes.length <= from.maxEncodedBytes);
  assert.equal(codec.decodeState(to, receive(codec, bytes)), CodecStatus.Ok);
  assert.deepEqual(plainState.read(to), plainState.read(from));
});

Deno.test("every status has words of its own", () => {
  const texts = Object.values(CodecStatus).map((status) => codecStatusText(status));
  assert.equal(new Set(texts).size, texts.length);
  assert.match(codecStatusText(-99), /unknown/);
});

/** Ids of the fields that the root table of `bytes` has. */
function presentFields(bytes: Uint8Array): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const table = view.getUint32(0, true);
  const vtable = table - view.getInt32(table, true);
  const slots = view.getUint16(vtable, true) / 2 - 2;
  return Array.from({ length: slots }, (_, i) => i).filter((i) => view.getUint16(vtable + 4 + 2 * i, true) !== 0);
}
