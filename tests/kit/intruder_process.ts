// Somebody on the network who tries to take a robot: intruder_process.ts CONFIGURATION ROBOT, a Zenoh configuration in JSON5 and the robot's name. It does what
// a manager of another make does, and checks nothing; then it says in one line of JSON how far it came.
import { CellReader } from "../../comm/cell/cell_reader.ts";
import { openPublisher } from "../../comm/open_publisher.ts";
import { robotKeys } from "../../comm/robot_keys.ts";
import { keyOwnerText } from "../../comm/zenoh/key_owner_text.ts";
import { NativeSession } from "../../comm/zenoh/native_session.ts";
import type { ZenohMessage } from "../../comm/zenoh/zenoh_session.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { Codec } from "../../wasm/codec.ts";
import { npmPeer } from "../../wasm/testing/npm_peer.ts";
import { pause } from "./pause.ts";

/** Time for a connection [ms], and longest wait for an answer. */
const CONNECT_MS = 2000;
const ANSWER_MS = 3000;
const COMMANDS = 300;
const MARK = 7;

const [config, name] = Deno.args;
const keys = robotKeys(name);
const clock = new SystemClock();
const session = await NativeSession.open(config, "the intruder's configuration", { mark: MARK, notice() {} });
await pause(CONNECT_MS);

const entry = {
  module: "UR5e",
  controller: { mode: "position", time_step: 0.001 },
  robot_interface: { driver: "RobotDriverMock" },
};
const payload = (await Codec.load()).encodeConfig(JSON.stringify(entry));
const answers: string[] = [];
const onAnswer = (answer: ZenohMessage) => void answers.push(new TextDecoder().decode(answer.payload));
const attachment = keyOwnerText.attachment({ pid: Deno.pid, description: "an intruder", mark: MARK });
await session.ask(keys.init, { payload, attachment }, {
  timeoutMs: ANSWER_MS,
  signal: new AbortController().signal,
  onAnswer,
});

const states = new CellReader((await session.subscribe(keys.state, { capacity: 4096 })).descriptor, clock);
const commands = openPublisher((await session.publish(keys.command, { capacity: 4096 })).descriptor, clock);
const inbox = new Uint32Array(1024);
const outbox = new Uint32Array(1024);
let position = [0, -1.570796, 1.570796, -1.570796, -1.570796, 0];
let seen = 0;
for (let i = 0; i < COMMANDS; i++) {
  const length = states.takeLatest(inbox);
  if (length >= 0) {
    seen++;
    position = npmPeer.decodeState(new Uint8Array(inbox.buffer, 0, length).slice()).position;
  }
  const command = { kp: 0, kd: 0, position, velocity: [], torque: [], stateStamp: 0n, stateHold: 0n };
  const bytes = npmPeer.encodeCommand(command, { forceDefaults: true });
  new Uint8Array(outbox.buffer).set(bytes);
  commands.publish(outbox, 0, bytes.length);
  await pause(5);
}
const tokens = await session.findTokens("uri/alive/**", 1000);
await session.close();
Deno.stdout.writeSync(
  new TextEncoder().encode(`${JSON.stringify({ id: session.id, tokens, answers, states: seen })}\n`),
);
