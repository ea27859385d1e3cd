import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Codec } from "../../wasm/codec.ts";
import { CodecStatus } from "../../wasm/codec_status.ts";
import { arbitraryMessages } from "../../wasm/testing/arbitrary_messages.ts";
import { golden } from "../../wasm/testing/golden.ts";
import { npmPeer } from "../../wasm/testing/npm_peer.ts";
import { plainState } from "../../wasm/testing/plain_state.ts";
import { testSerializer } from "../test_serializer.ts";
import { FlatBufferSerializer } from "./flat_buffer_serializer.ts";
import { MessageType } from "./message_type.ts";

testSerializer("flatbuffer", () => FlatBufferSerializer.load());

const refused = { name: "SerializationError" };
const joints = (count: number) => Array.from({ length: count }, (_, i) => i / 7);

Deno.test("FlatBuffers: golden messages of another implementation are read as their JSON says, or refused", async () => {
  const serializer = await FlatBufferSerializer.load();
  const bad = [
    "command_none",
    "command_two_vectors",
    "state_torque_only",
    "state_bad_orientation",
    "state_same_sensor_twice",
  ];
  for (const name of golden.names()) {
    const bytes = golden.bytes(name), json = golden.json(name);
    const [kind] = name.split("_");
    const type = kind === "state" ? MessageType.State : kind === "command" ? MessageType.Command : MessageType.Config;
    const read = () => serializer.deserialize(type as MessageType<unknown>, bytes);
    if (bad.includes(name)) assert.throws(read, refused, name);
    else if (kind === "state") assert.deepEqual(read(), golden.state(json), name);
    else if (kind === "command") assert.deepEqual(read(), golden.command(json), name);
    else assert.equal(read(), golden.config(json), name);
  }
});

Deno.test("FlatBuffers: an independent reader finds what was written, also what is no finite number", async () => {
  const serializer = await FlatBufferSerializer.load();
  fc.assert(fc.property(arbitraryMessages.state(), arbitraryMessages.command(), (state, command) => {
    assert.deepEqual(npmPeer.decodeState(serializer.serialize(MessageType.State, state)), state);
    assert.deepEqual(npmPeer.decodeCommand(serializer.serialize(MessageType.Command, command)), command);
  }));
});

Deno.test("FlatBuffers: what an independent writer writes is read, whatever it leaves out", async () => {
  const serializer = await FlatBufferSerializer.load();
  const omitted = fc.subarray([1, 2, 3, 4, 5]);
  fc.assert(fc.property(arbitraryMessages.state(), omitted, (state, omit) => {
    const expected = {
      ...state,
      ...(omit.includes(1) && { velocity: [] }),
      ...(omit.includes(2) && { torque: [] }),
      ...(omit.includes(3) && { bodySensors: [] }),
      ...(omit.includes(4) && { forceSensors: [] }),
      ...(omit.includes(5) && { stamp: 0n }),
    };
    assert.deepEqual(serializer.deserialize(MessageType.State, npmPeer.encodeState(state, { omit })), expected);
  }));
});

Deno.test("FlatBuffers: the codec of the control loops takes what was written", async () => {
  const [serializer, codec] = [await FlatBufferSerializer.load(), await Codec.load()];
  const plain = {
    position: joints(6),
    velocity: joints(6),
    torque: [],
    bodySensors: [{
      name: "imu",
      orientation: [1, 0, 0, 0],
      angularVelocity: [1, 2, 3],
      linearAcceleration: [0, 0, 9.81],
    }],
    forceSensors: [{ name: "wrist", force: [1, 2, 3], torque: [4, 5, 6] }],
    stamp: (1n << 53n) + 1n,
  };
  const message = codec.newState(plainState.shapeOf(plain));
  const bytes = serializer.serialize(MessageType.State, plain);
  codec.inbox.bytes.set(bytes);
  assert.equal(codec.decodeState(message, bytes.length), CodecStatus.Ok);
  assert.deepEqual(plainState.read(message), plain);
});

Deno.test("FlatBuffers: any number of joints that fits, sensors of any names", async () => {
  const serializer = await FlatBufferSerializer.load();
  const large = { position: joints(10_000), velocity: joints(10_000), torque: joints(10_000) };
  assert.deepEqual(
    serializer.deserialize(MessageType.State, serializer.serialize(MessageType.State, large)).torque,
    large.torque,
  );
  const forceSensors = Array.from({ length: 255 }, (_, i) => ({ name: `f${i}`, force: [i, 0, 0], torque: [0, 0, i] }));
  const many = serializer.serialize(MessageType.State, { position: [1], forceSensors });
  assert.deepEqual(serializer.deserialize(MessageType.State, many).forceSensors, forceSensors);
  const tooLarge = { position: joints(11_000), velocity: joints(11_000), torque: joints(11_000) };
  assert.throws(() => serializer.serialize(MessageType.State, tooLarge), /longer than the largest message/);
  const roomy = await FlatBufferSerializer.load({ maxMessageBytes: 1 << 20 });
  assert.equal(
    roomy.deserialize(MessageType.State, roomy.serialize(MessageType.State, tooLarge)).position.length,
    11_000,
  );
});

Deno.test("FlatBuffers: values that are no message are refused with the field named", async () => {
  const serializer = await FlatBufferSerializer.load();
  const imu = { name: "imu", orientation: [1, 0, 0, 0], angularVelocity: [0, 0, 0], linearAcceleration: [0, 0, 0] };
  const write = (state: unknown) => () => serializer.serialize(MessageType.State, state as { position: number[] });
  assert.throws(write({ position: [1, "2"] }), /position\[1\] is string; wanted a number/);
  assert.throws(
    write({ bodySensors: [{ ...imu, orientation: [1, 0, 0] }] }),
    /orientation of 'imu' has 3 values; wanted 4/,
  );
  assert.throws(write({ bodySensors: [imu, imu] }), /sensor 'imu' is there twice/);
  assert.throws(write({ bodySensors: [{ ...imu, name: "" }] }), /a sensor has no name/);
  assert.throws(write({ stamp: -1n }), /stamp is -1; wanted a bigint of at most 64 bits/);
  assert.throws(write({ stamp: 1 }), /stamp is 1; wanted a bigint/);
  assert.throws(
    () => serializer.serialize(MessageType.Command, {}),
    /not exactly one of position, velocity and torque/,
  );
  assert.throws(
    () => serializer.serialize(MessageType.Command, { position: [1], torque: [1] }),
    /not exactly one of position, velocity and torque/,
  );
});
