import assert from "node:assert/strict";
import { Codec } from "./codec.ts";
import { CodecStatus } from "./codec_status.ts";
import { golden } from "./testing/golden.ts";
import { npmPeer } from "./testing/npm_peer.ts";
import { plainCommand } from "./testing/plain_command.ts";
import { plainState } from "./testing/plain_state.ts";

/** Messages that must be refused; all others must be read. */
const REFUSED: Record<string, CodecStatus> = {
  state_bad_orientation: CodecStatus.Malformed,
  state_same_sensor_twice: CodecStatus.DuplicateSensor,
  state_torque_only: CodecStatus.WrongType,
  command_two_vectors: CodecStatus.NotOneVector,
  command_none: CodecStatus.NotOneVector,
};

const schema = new URL("../schemas/mc_rtc_msgs.fbs", import.meta.url).pathname;
const hasFlatc = await new Deno.Command("flatc", { args: ["--version"], stdout: "null", stderr: "null" }).output()
  .then((result) => result.success, () => false);
const withFlatc = hasFlatc ? "" : " (skipped: flatc is not installed)";

/** What `flatc` reads in `bytes`, as JSON text. */
async function flatcJson(bytes: Uint8Array, type: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeFile(`${folder}/message.bin`, bytes);
    const args = ["--json", "--raw-binary", "--strict-json", "--root-type", `robot_comm_msgs.${type}`, "-o", folder];
    const result = await new Deno.Command("flatc", { args: [...args, schema, "--", `${folder}/message.bin`] }).output();
    assert.ok(result.success, new TextDecoder().decode(result.stdout) + new TextDecoder().decode(result.stderr));
    return await Deno.readTextFile(`${folder}/message.json`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("golden messages of all three types exist", () => {
  const names = golden.names();
  for (const type of ["config_", "state_", "command_"]) assert.ok(names.some((name) => name.startsWith(type)), type);
  for (const name of Object.keys(REFUSED)) assert.ok(names.includes(name), name);
});

for (const name of golden.names().filter((name) => name.startsWith("state_"))) {
  Deno.test(`golden ${name} is ${name in REFUSED ? "refused" : "read as its JSON says"}`, async () => {
    const codec = await Codec.load();
    const expected = golden.state(golden.json(name));
    const distinct = [...new Map(expected.forceSensors.map((sensor) => [sensor.name, sensor])).values()];
    const state = codec.newState(plainState.shapeOf({ ...expected, forceSensors: distinct }));
    const bytes = golden.bytes(name);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeState(state, bytes.length), REFUSED[name] ?? CodecStatus.Ok);
    if (!(name in REFUSED)) assert.deepEqual(plainState.read(state), expected);
    // A State without positions and velocities is the one that cannot be told from a Command: docs/decisions/state-and-command.md.
    const asCommand = codec.decodeCommand(codec.newCommand({ joints: 16 }), bytes.length);
    assert.equal(asCommand, name === "state_torque_only" ? CodecStatus.Ok : CodecStatus.WrongType);
  });
}

for (const name of golden.names().filter((name) => name.startsWith("command_"))) {
  Deno.test(`golden ${name} is ${name in REFUSED ? "refused" : "read as its JSON says"}`, async () => {
    const codec = await Codec.load();
    const expected = golden.command(golden.json(name));
    const command = codec.newCommand({ joints: plainCommand.jointsOf(expected) });
    const bytes = golden.bytes(name);
    codec.inbox.bytes.set(bytes);
    assert.equal(codec.decodeCommand(command, bytes.length), REFUSED[name] ?? CodecStatus.Ok);
    if (!(name in REFUSED)) assert.deepEqual(plainCommand.read(command), expected);
    assert.equal(codec.decodeState(codec.newState({ joints: 16 }), bytes.length), CodecStatus.WrongType);
  });
}

for (const name of golden.names().filter((name) => name.startsWith("config_"))) {
  Deno.test(`golden ${name} is read as its JSON says`, async () => {
    const codec = await Codec.load();
    assert.equal(codec.decodeConfig(golden.bytes(name)), golden.config(golden.json(name)));
  });
}

for (const name of golden.names().filter((name) => !(name in REFUSED))) {
  Deno.test(`what this codec writes for ${name} is read by the npm package`, async () => {
    const codec = await Codec.load();
    const json = golden.json(name);
    if (name.startsWith("state_")) {
      assert.deepEqual(npmPeer.decodeState(encodeState(codec, json)), golden.state(json));
    } else if (name.startsWith("command_")) {
      assert.deepEqual(npmPeer.decodeCommand(encodeCommand(codec, json)), golden.command(json));
    } else {
      assert.equal(npmPeer.decodeConfig(codec.encodeConfig(golden.config(json))), golden.config(json));
    }
  });

  Deno.test({
    name: `what this codec writes for ${name} is read by flatc${withFlatc}`,
    ignore: !hasFlatc,
    fn: async () => {
      const codec = await Codec.load();
      const json = golden.json(name);
      // flatc prints doubles with 12 decimals; values that survive that are compared, the golden bytes cover all bits.
      if (name.startsWith("state_")) {
        const read = golden.state(await flatcJson(encodeState(codec, json), "MessageState"));
        assert.deepEqual(rounded(read), rounded(golden.state(json)));
      } else if (name.startsWith("command_")) {
        const read = golden.command(await flatcJson(encodeCommand(codec, json), "MessageCommand"));
        assert.deepEqual(rounded(read), rounded(golden.command(json)));
      } else {
        const read = golden.config(await flatcJson(codec.encodeConfig(golden.config(json)), "MessageConfig"));
        assert.equal(read, golden.config(json));
      }
    },
  });
}

function encodeState(codec: Codec, json: string): Uint8Array {
  const plain = golden.state(json);
  const state = codec.newState(plainState.shapeOf(plain));
  plainState.write(state, plain);
  const length = codec.encodeState(state);
  return codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length);
}

function encodeCommand(codec: Codec, json: string): Uint8Array {
  const plain = golden.command(json);
  const command = codec.newCommand({ joints: plainCommand.jointsOf(plain) });
  plainCommand.write(command, plain);
  const length = codec.encodeCommand(command);
  return codec.outbox.bytes.slice(codec.outboxOffset, codec.outboxOffset + length);
}

function rounded(value: unknown): string {
  return JSON.stringify(value, (_, item) => {
    if (typeof item === "bigint") return `${item}`;
    return typeof item === "number" ? Number(item.toPrecision(10)).toFixed(9).replace(/^-(0\.0*)$/, "$1") : item;
  });
}
