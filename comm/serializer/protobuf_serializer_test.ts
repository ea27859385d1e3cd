import assert from "node:assert/strict";
import * as fc from "fast-check";
import { CodecStatus } from "../../wasm/codec_status.ts";
import { ProtobufCodec } from "../../wasm/protobuf/protobuf_codec.ts";
import { arbitraryMessages } from "../../wasm/testing/arbitrary_messages.ts";
import { plainCommand } from "../../wasm/testing/plain_command.ts";
import { plainState } from "../../wasm/testing/plain_state.ts";
import { testSerializer } from "../test_serializer.ts";
import { MessageType } from "./message_type.ts";
import { ProtobufSerializer } from "./protobuf_serializer.ts";
import { serializerRegistry } from "./serializer_registry.ts";

testSerializer("protobuf", () => serializerRegistry.get("protobuf")());

const joints = (count: number) => Array.from({ length: count }, (_, i) => i / 7);

Deno.test("Protobuf: the codec of the control loops takes what was written, and the other way round", () => {
  const serializer = new ProtobufSerializer();
  fc.assert(fc.property(arbitraryMessages.state(), arbitraryMessages.command(), (state, command) => {
    const codec = new ProtobufCodec({ arenaBytes: 1 << 16 });
    const take = (bytes: Uint8Array) => codec.inbox.bytes.set(bytes);
    const sent = (length: number) => codec.outbox.bytes.slice(0, length);

    const stateMessage = codec.newState(plainState.shapeOf(state));
    const stateBytes = serializer.serialize(MessageType.State, state);
    take(stateBytes);
    assert.equal(codec.decodeState(stateMessage, stateBytes.length), CodecStatus.Ok);
    assert.deepEqual(plainState.read(stateMessage), state);
    assert.deepEqual(serializer.deserialize(MessageType.State, sent(codec.encodeState(stateMessage))), state);

    const commandMessage = codec.newCommand({ joints: plainCommand.jointsOf(command) });
    const commandBytes = serializer.serialize(MessageType.Command, command);
    take(commandBytes);
    assert.equal(codec.decodeCommand(commandMessage, commandBytes.length), CodecStatus.Ok);
    assert.deepEqual(plainCommand.read(commandMessage), command);
    assert.deepEqual(serializer.deserialize(MessageType.Command, sent(codec.encodeCommand(commandMessage))), command);
  }));
});

Deno.test("Protobuf: any number of joints that fits, sensors of any names", () => {
  const serializer = new ProtobufSerializer();
  const large = { position: joints(10_000), velocity: joints(10_000), torque: joints(10_000) };
  const back = serializer.deserialize(MessageType.State, serializer.serialize(MessageType.State, large));
  assert.deepEqual(back.torque, large.torque);
  const tooLarge = { position: joints(11_000), velocity: joints(11_000), torque: joints(11_000) };
  assert.throws(() => serializer.serialize(MessageType.State, tooLarge), /longer than the largest message/);
  const roomy = new ProtobufSerializer({ maxMessageBytes: 1 << 20 });
  const bytes = roomy.serialize(MessageType.State, tooLarge);
  assert.equal(roomy.deserialize(MessageType.State, bytes).position.length, 11_000);
  assert.throws(() => serializer.deserialize(MessageType.State, bytes), /longer than the largest message/);
  assert.throws(() => new ProtobufSerializer({ maxMessageBytes: 7 }), { name: "CodecError" });
});

Deno.test("Protobuf: values that are no message are refused with the field or the reason named", () => {
  const serializer = new ProtobufSerializer();
  const imu = { name: "imu", orientation: [1, 0, 0, 0], angularVelocity: [0, 0, 0], linearAcceleration: [0, 0, 0] };
  const write = (state: unknown) => () => serializer.serialize(MessageType.State, state as { position: number[] });
  assert.throws(write({ position: [1, "2"] }), /position\[1\] is string; wanted a number/);
  assert.throws(write({ bodySensors: [imu, imu] }), /sensor 'imu' is there twice/);
  assert.throws(write({ stamp: -1n }), /stamp is -1; wanted a bigint of at most 64 bits/);
  const command = (value: { position?: number[]; torque?: number[] }) => () =>
    serializer.serialize(MessageType.Command, value);
  assert.throws(command({}), /writing a Command: it is not exactly one of position, velocity and torque/);
  assert.throws(command({ position: [1], torque: [1] }), /not exactly one of position, velocity and torque/);
  const bytes = serializer.serialize(MessageType.State, { position: [1] });
  assert.throws(
    () => serializer.deserialize(MessageType.Command, bytes),
    /reading a Command of 10 bytes: it is a message of the other type/,
  );
});
