import assert from "node:assert/strict";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import * as fc from "fast-check";
import { Codec } from "../codec.ts";
import { CodecStatus } from "../codec_status.ts";
import { loadMessageCodec } from "../load_message_codec.ts";
import type { MessageCodec } from "../message_codec.ts";
import { arbitraryMessages } from "../testing/arbitrary_messages.ts";
import { plainCommand } from "../testing/plain_command.ts";
import type { PlainState } from "../testing/plain_message.ts";
import { plainState } from "../testing/plain_state.ts";
import { ProtobufCodec } from "./protobuf_codec.ts";

const RUNS = { numRuns: 500 };
const IMU = { name: "imu", orientation: [0, 1, 0, 0], angularVelocity: [1, 2, 3], linearAcceleration: [4, 5, 6] };
const WRIST = { name: "wrist", force: [1, 2, 3], torque: [4, 5, 6] };
const STATE: PlainState = {
  position: [1, 2],
  velocity: [3],
  torque: [],
  bodySensors: [IMU],
  forceSensors: [WRIST],
  stamp: (1n << 53n) + 1n,
};

function receive(codec: MessageCodec, bytes: Uint8Array): number {
  codec.inbox.bytes.set(bytes);
  return bytes.length;
}

function loop(codec: MessageCodec, length: number): number {
  assert.ok(length > 0, String(length));
  return receive(codec, codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length));
}

/** Bytes of a message with the fields that `write` adds. */
function message(write: (writer: BinaryWriter) => void): Uint8Array {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

function doubles(writer: BinaryWriter, number: number, values: readonly number[]): void {
  writer.tag(number, WireType.LengthDelimited).bytes(new Uint8Array(Float64Array.from(values).buffer));
}

Deno.test("one message through both codecs gives the same values, statuses and counts", async () => {
  const codecs: MessageCodec[] = [
    await Codec.load({ arenaBytes: 1 << 27 }),
    new ProtobufCodec({ arenaBytes: 1 << 27 }),
  ];
  const joints = fc.integer({ min: 1, max: 16 });
  fc.assert(
    fc.property(arbitraryMessages.state(), arbitraryMessages.command(), joints, (state, command, joints) => {
      // A receiver that may have fewer joints, and knows the first sensor of each kind only.
      const shape = {
        joints,
        bodySensors: state.bodySensors.slice(0, 1).map(({ name }) => name),
        forceSensors: state.forceSensors.slice(0, 1).map(({ name }) => name),
      };
      const [flatbuffer, protobuf] = codecs.map((codec) => {
        const from = codec.newState(plainState.shapeOf(state));
        const whole = codec.newState(plainState.shapeOf(state));
        const part = codec.newState(shape);
        plainState.write(from, state);
        const length = loop(codec, codec.encodeState(from));
        assert.ok(length <= from.maxEncodedBytes);
        const statuses = [codec.decodeState(whole, length), codec.decodeState(part, length)];
        assert.deepEqual(plainState.read(whole), state);
        const ofState = [plainState.read(part), [...part.receivedCounts], part.unknownSensors, statuses];

        const sender = codec.newCommand({ joints: 16 }), receiver = codec.newCommand({ joints });
        plainCommand.write(sender, command);
        const status = codec.decodeCommand(receiver, loop(codec, codec.encodeCommand(sender)));
        return [...ofState, status, plainCommand.read(receiver), [...receiver.receivedCounts]];
      });
      assert.deepEqual(protobuf, flatbuffer);
    }),
    RUNS,
  );
});

Deno.test("State and Command are never taken for each other, also without gains and in any order of fields", () => {
  const codec = new ProtobufCodec({ arenaBytes: 1 << 24 });
  const state = codec.newState({ joints: 16, bodySensors: ["imu"], forceSensors: ["wrist"] });
  const command = codec.newCommand({ joints: 16 });
  const sender = codec.newCommand({ joints: 16 });
  fc.assert(
    fc.property(arbitraryMessages.state(), arbitraryMessages.command(), (plain, given) => {
      const codecs = new ProtobufCodec({ arenaBytes: 1 << 16 });
      const from = codecs.newState(plainState.shapeOf(plain));
      plainState.write(from, plain);
      const bytes = codecs.outbox.bytes.slice(0, codecs.encodeState(from));
      assert.equal(codec.decodeCommand(command, receive(codec, bytes)), CodecStatus.WrongType);
      plainCommand.write(sender, given);
      assert.equal(codec.decodeState(state, loop(codec, codec.encodeCommand(sender))), CodecStatus.WrongType);
      // proto3 leaves out gains that are zero.
      const bare = message((writer) => {
        writer.tag(7, WireType.Varint).uint64(given.stateHold).tag(6, WireType.Varint).uint64(given.stateStamp);
        [given.position, given.velocity, given.torque].forEach((values, i) => {
          if (values.length > 0) doubles(writer, 3 + i, values);
        });
      });
      assert.equal(codec.decodeState(state, receive(codec, bare)), CodecStatus.WrongType);
      assert.equal(codec.decodeCommand(command, bare.length), CodecStatus.Ok);
      assert.deepEqual(plainCommand.read(command), { ...given, kp: 0, kd: 0 });
    }),
    RUNS,
  );
  assert.deepEqual([state.positionCount, state.velocityCount, state.torqueCount], [0, 0, 0]);
});

Deno.test("a State whose vectors are not packed does not become a Command", () => {
  const codec = new ProtobufCodec();
  const command = codec.newCommand({ joints: 6 }), state = codec.newState({ joints: 6 });
  for (const joints of [1, 2, 6]) {
    const unpacked = message((writer) => {
      for (const field of [1, 2, 3]) for (let i = 0; i < joints; i++) writer.tag(field, WireType.Bit64).double(1);
    });
    const length = receive(codec, unpacked);
    assert.equal(codec.decodeCommand(command, length), CodecStatus.Malformed);
    assert.equal(codec.decodeState(state, length), CodecStatus.Malformed);
  }
});

Deno.test("verdicts on a State: each fault has its status, and the message stays as it was", () => {
  const codec = new ProtobufCodec();
  const state = codec.newState(plainState.shapeOf(STATE));
  plainState.write(state, STATE);
  const sensor = (number: number, name: string, ...parts: number[][]) => (writer: BinaryWriter) => {
    doubles(writer, 1, [7, 7]);
    writer.tag(number, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(name);
    parts.forEach((part, i) => doubles(writer, 2 + i, part));
    writer.join();
  };
  const faults: [string, (writer: BinaryWriter) => void, number][] = [
    ["nothing", () => {}, CodecStatus.Malformed],
    ["three joints", (w) => doubles(w, 1, [7, 7, 7]), CodecStatus.TooManyJoints],
    ["too many torques", (w) => (doubles(w, 1, [7]), doubles(w, 3, [7, 7, 7])), CodecStatus.TooManyJoints],
    ["positions twice", (w) => (doubles(w, 1, [7]), doubles(w, 1, [7])), CodecStatus.Malformed],
    ["half a number", (w) => w.tag(1, WireType.LengthDelimited).bytes(new Uint8Array(12)), CodecStatus.Malformed],
    ["an orientation of three", sensor(4, "imu", [1, 0, 0]), CodecStatus.Malformed],
    ["a force of four", sensor(5, "wrist", [1, 0, 0, 0]), CodecStatus.Malformed],
    ["one IMU twice", (w) => (sensor(4, "imu")(w), w.raw(tail(sensor(4, "imu")))), CodecStatus.DuplicateSensor],
    ["one force sensor twice", (w) => (sensor(5, "wrist")(w), w.raw(tail(sensor(5, "wrist")))), -6],
    ["a name that is no UTF-8", (w) => {
      doubles(w, 1, [7]);
      w.tag(4, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).bytes(Uint8Array.of(0xff)).join();
    }, CodecStatus.Malformed],
    ["256 sensors", (w) => {
      doubles(w, 1, [7]);
      for (let i = 0; i < 256; i++) w.tag(5, WireType.LengthDelimited).bytes(new Uint8Array());
    }, CodecStatus.Malformed],
    ["a group", (w) => {
      doubles(w, 1, [7]);
      w.tag(9, WireType.StartGroup).tag(9, WireType.EndGroup);
    }, CodecStatus.Malformed],
    ["a stamp that is a double", (w) => {
      doubles(w, 1, [7]);
      w.tag(6, WireType.Bit64).double(1);
    }, CodecStatus.Malformed],
    ["only torques", (w) => doubles(w, 3, [7, 7]), CodecStatus.WrongType],
  ];
  for (const [what, write, status] of faults) {
    assert.equal(codec.decodeState(state, receive(codec, message(write))), status, what);
    assert.deepEqual(plainState.read(state), STATE, what);
  }
  assert.equal(codec.decodeState(state, codec.inbox.capacity + 1), CodecStatus.TooLarge);
  const other = new ProtobufCodec().newState({ joints: 2 });
  assert.equal(codec.decodeState(other, 0), CodecStatus.ForeignMessage);
  assert.equal(codec.encodeState(other), CodecStatus.ForeignMessage);
  state.velocityCount = 3;
  assert.equal(codec.encodeState(state), CodecStatus.TooManyJoints);
  state.velocityCount = -1;
  assert.equal(codec.encodeState(state), CodecStatus.TooManyJoints);

  /** The sensor alone, without the positions before it. */
  function tail(write: (writer: BinaryWriter) => void): Uint8Array {
    return message(write).subarray(18);
  }
});

Deno.test("verdicts on a Command", () => {
  const codec = new ProtobufCodec();
  const command = codec.newCommand({ joints: 2 });
  const verdict = (write: (writer: BinaryWriter) => void) =>
    codec.decodeCommand(command, receive(codec, message(write)));
  assert.equal(verdict(() => {}), CodecStatus.Malformed);
  assert.equal(verdict((w) => w.tag(6, WireType.Varint).uint64(1n)), CodecStatus.NotOneVector);
  assert.equal(verdict((w) => (doubles(w, 3, [1, 2]), doubles(w, 5, [1]))), CodecStatus.NotOneVector);
  assert.deepEqual([...command.receivedCounts], [2, 0, 1]);
  assert.equal(verdict((w) => doubles(w, 4, [1, 2, 3])), CodecStatus.TooManyJoints);
  assert.deepEqual([...command.receivedCounts], [0, 3, 0]);
  assert.equal(codec.decodeCommand(command, codec.inbox.capacity + 1), CodecStatus.TooLarge);
  assert.deepEqual([...command.receivedCounts], [0, 0, 0]);
  assert.equal(codec.encodeCommand(command), CodecStatus.NotOneVector);
  command.positionCount = 3;
  assert.equal(codec.encodeCommand(command), CodecStatus.TooManyJoints);
  const other = new ProtobufCodec().newCommand({ joints: 2 });
  assert.equal(codec.encodeCommand(other), CodecStatus.ForeignMessage);
  assert.equal(codec.decodeCommand(other, 0), CodecStatus.ForeignMessage);
});

Deno.test("what a newer schema adds is passed over; absent sensor vectors read as at rest; unknown sensors are counted", () => {
  const codec = new ProtobufCodec();
  const state = codec.newState(plainState.shapeOf(STATE));
  plainState.write(state, STATE);
  const bytes = message((w) => {
    w.tag(100, WireType.LengthDelimited).string("later").tag(8, WireType.Varint).uint64(1n << 63n);
    w.tag(9, WireType.Bit32).fixed32(1).tag(10, WireType.Bit64).double(1);
    doubles(w, 1, [9]);
    w.tag(4, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string("imu").join();
    for (const name of ["ankle", "", "ankle"]) {
      w.tag(5, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(name).join();
    }
  });
  assert.equal(codec.decodeState(state, receive(codec, bytes)), CodecStatus.Ok);
  assert.deepEqual(plainState.read(state), {
    position: [9],
    velocity: [],
    torque: [],
    bodySensors: [{
      name: "imu",
      orientation: [1, 0, 0, 0],
      angularVelocity: [0, 0, 0],
      linearAcceleration: [0, 0, 0],
    }],
    forceSensors: [],
    stamp: 0n,
  });
  assert.equal(state.unknownSensors, 3);
  assert.equal(state.unknownSensorName(), "ankle");
});

Deno.test("configurations: any text, and clear errors", () => {
  const codec = new ProtobufCodec({ maxMessageBytes: 1024 });
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (text) => {
    assert.equal(codec.decodeConfig(codec.encodeConfig(text)), text);
  }));
  assert.throws(() => codec.encodeConfig("x".repeat(1025)), {
    name: "CodecError",
    message: /takes 1028 bytes, wanted at most 1024; shorten it/,
  });
  for (
    const bad of [Uint8Array.of(10, 2, 65), Uint8Array.of(10, 1, 0xff), Uint8Array.of(16, 1), new Uint8Array(2000)]
  ) {
    assert.throws(() => codec.decodeConfig(bad), { name: "CodecError", message: /it is none in Protobuf/ });
  }
});

Deno.test("a codec is loaded by its backend; another name is refused with those that there are", async () => {
  assert.ok(await loadMessageCodec("flatbuffer") instanceof Codec);
  assert.ok(await loadMessageCodec("protobuf") instanceof ProtobufCodec);
  await assert.rejects(loadMessageCodec("json"), {
    name: "CodecError",
    message: /'json' is not a backend, wanted flatbuffer or protobuf/,
  });
  assert.throws(() => new ProtobufCodec({ arenaBytes: 3 }), { name: "CodecError", message: /arenaBytes is 3/ });
  assert.throws(() => new ProtobufCodec().newState({ joints: 2000 }), {
    name: "CodecError",
    message: /maxMessageBytes/,
  });
});
