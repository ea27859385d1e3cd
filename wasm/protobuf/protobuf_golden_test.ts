import assert from "node:assert/strict";
import { skipUnless } from "../../tests/skip_unless.ts";
import { CodecStatus } from "../codec_status.ts";
import { golden } from "../testing/golden.ts";
import { plainCommand } from "../testing/plain_command.ts";
import { plainState } from "../testing/plain_state.ts";
import { ProtobufCodec } from "./protobuf_codec.ts";

/** Messages that must be refused, for the reasons for which the FlatBuffers codec refuses them; all others must be read. */
const REFUSED: Record<string, CodecStatus> = {
  state_bad_orientation: CodecStatus.Malformed,
  state_same_sensor_twice: CodecStatus.DuplicateSensor,
  state_torque_only: CodecStatus.WrongType,
  command_two_vectors: CodecStatus.NotOneVector,
  command_none: CodecStatus.NotOneVector,
};

const schemas = new URL("../../schemas/", import.meta.url).pathname;
const hasProtoc = (() => {
  try {
    return new Deno.Command("protoc", { args: ["--version"], stdout: "null", stderr: "null" }).outputSync().success;
  } catch {
    return false; // not installed
  }
})();
const withoutProtoc = skipUnless(hasProtoc, "protoc is not installed (Debian: protobuf-compiler)");

/** Runs Protobuf's own compiler on a message: `--encode` or `--decode`. */
async function protoc(flag: string, type: string, input: Uint8Array): Promise<Uint8Array> {
  const args = [`--proto_path=${schemas}`, `${flag}=robot_comm_msgs_proto.${type}`, `${schemas}mc_rtc_msgs.proto`];
  const child = new Deno.Command("protoc", { args, stdin: "piped", stdout: "piped", stderr: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(input);
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  assert.ok(success, new TextDecoder().decode(stderr));
  return stdout;
}

for (const name of golden.names().filter((name) => name.startsWith("state_"))) {
  Deno.test(`Protobuf golden ${name} is ${name in REFUSED ? "refused" : "read as its JSON says"}`, () => {
    const codec = new ProtobufCodec();
    const expected = golden.state(golden.json(name));
    const distinct = [...new Map(expected.forceSensors.map((sensor) => [sensor.name, sensor])).values()];
    const state = codec.newState(plainState.shapeOf({ ...expected, forceSensors: distinct }));
    const bytes = golden.protobufBytes(name);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeState(state, bytes.length), REFUSED[name] ?? CodecStatus.Ok);
    if (!(name in REFUSED)) assert.deepEqual(plainState.read(state), expected);
    // A State without positions and velocities is the one that cannot be told from a Command: docs/decisions/state-and-command.md.
    const asCommand = codec.decodeCommand(codec.newCommand({ joints: 16 }), bytes.length);
    const wanted = name === "state_torque_only"
      ? CodecStatus.Ok
      : name === "state_bad_orientation"
      ? CodecStatus.Malformed
      : CodecStatus.WrongType;
    assert.equal(asCommand, wanted);
  });
}

for (const name of golden.names().filter((name) => name.startsWith("command_"))) {
  Deno.test(`Protobuf golden ${name} is ${name in REFUSED ? "refused" : "read as its JSON says"}`, () => {
    const codec = new ProtobufCodec();
    const expected = golden.command(golden.json(name));
    const command = codec.newCommand({ joints: plainCommand.jointsOf(expected) });
    const bytes = golden.protobufBytes(name);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeCommand(command, bytes.length), REFUSED[name] ?? CodecStatus.Ok);
    if (!(name in REFUSED)) assert.deepEqual(plainCommand.read(command), expected);
    assert.equal(codec.decodeState(codec.newState({ joints: 16 }), bytes.length), CodecStatus.WrongType);
  });
}

for (const name of golden.names().filter((name) => name.startsWith("config_"))) {
  Deno.test(`Protobuf golden ${name} is read as its JSON says`, () => {
    assert.equal(new ProtobufCodec().decodeConfig(golden.protobufBytes(name)), golden.config(golden.json(name)));
  });
}

/** What this codec does not write as it is in the JSON: vectors of sensors are always written. */
const COMPLETED = "state_absent_vectors";

for (const name of golden.names().filter((name) => !(name in REFUSED) && name !== COMPLETED)) {
  Deno.test({
    name: `what the Protobuf codec writes for ${name} is read by protoc as what protoc itself has written`,
    ignore: withoutProtoc,
    async fn() {
      const type = { config: "MessageConfig", state: "MessageState", command: "MessageCommand" }[name.split("_")[0]]!;
      // As text: a field that is written although it is zero or empty does not show there, nor does the order.
      const text = await protoc("--decode", type, write(name));
      assert.deepEqual(await protoc("--encode", type, text), await canonical(type, golden.protobufBytes(name)));
    },
  });
}

/** What protoc makes of what it reads: its text keeps all digits of a number. */
async function canonical(type: string, bytes: Uint8Array): Promise<Uint8Array> {
  return await protoc("--encode", type, await protoc("--decode", type, bytes));
}

/** What this codec writes for a golden message. */
function write(name: string): Uint8Array {
  const codec = new ProtobufCodec();
  const json = golden.json(name);
  if (name.startsWith("config_")) return codec.encodeConfig(golden.config(json));
  let length: number;
  if (name.startsWith("state_")) {
    const plain = golden.state(json);
    const state = codec.newState(plainState.shapeOf(plain));
    plainState.write(state, plain);
    length = codec.encodeState(state);
  } else {
    const plain = golden.command(json);
    const command = codec.newCommand({ joints: plainCommand.jointsOf(plain) });
    plainCommand.write(command, plain);
    length = codec.encodeCommand(command);
  }
  return codec.outbox.bytes.slice(0, length);
}
