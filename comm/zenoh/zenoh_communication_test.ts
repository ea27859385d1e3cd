import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import type { Communication } from "../communication.ts";
import { makeCommunication } from "../make_communication.ts";
import { MessageType } from "../serializer/message_type.ts";
import type { State } from "../serializer/messages.ts";
import { eventually } from "../testing/eventually.ts";
import { LocalZenohConfig } from "../testing/local_zenoh_config.ts";
import { nativeLibraryState } from "./native_library_state.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();

/** Runs a test over both protocols, with sessions from configuration files as a user has them. */
function test(
  what: string,
  run: (open: (description: string) => Promise<Communication>, name: string) => Promise<void>,
) {
  for (const protocol of ["zenoh", "zenoh/shm"]) {
    const name = `communication over ${protocol}: ${what}${state.available ? "" : ` (${state.reason})`}`;
    Deno.test({
      name,
      ignore: !state.available,
      async fn() {
        const folder = Deno.makeTempDirSync({ prefix: "uri-zenoh-" });
        const configs = new LocalZenohConfig(folder);
        const made: Communication[] = [];
        const robot = `test-${crypto.randomUUID()}`;
        try {
          await run(async (description) => {
            const configuration = `${folder}/${description}.json5`;
            Deno.writeTextFileSync(configuration, configs.next());
            const one = await makeCommunication(robot, { protocol, configuration }, { description });
            made.push(one);
            return one;
          }, robot);
        } finally {
          for (const each of made.reverse()) await each.close();
          Deno.removeSync(folder, { recursive: true });
        }
      },
    });
  }
}

test("State and Command by role, liveliness and age", async (open) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  await robot.setupClient();
  await manager.setupServer();
  await eventually(() => robot.peerSeen() && manager.peerSeen() || undefined);
  assert.equal(manager.rxAge(), Infinity);
  robot.send(robot.encode(MessageType.State, { position: [0.5, -1.57], stamp: 2n ** 63n + 1n }));
  const message = await eventually(() => manager.receive());
  const received = manager.decode(MessageType.State, message);
  assert.deepEqual([received?.position, received?.stamp], [[0.5, -1.57], 2n ** 63n + 1n]);
  assert.ok(manager.rxAge() >= 0 && Number.isFinite(manager.rxAge()));
  manager.send(manager.encode(MessageType.Command, { velocity: [4, 5] }));
  const command = await eventually(() => robot.receive());
  assert.deepEqual(robot.decode(MessageType.Command, command)?.velocity, [4, 5]);
  assert.deepEqual([robot.peerAlive(), manager.peerAlive()], [true, true]);
  await manager.close();
  await eventually(() => !robot.peerAlive() || undefined);
});

test("queries and their answers", async (open, name) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  await robot.handleQuery(`${name}/init`, (payload) => {
    const text = robot.decode(MessageType.Config, payload);
    return new TextEncoder().encode(text === "module: UR5e" ? "OK" : "ERROR: bad payload");
  });
  const ask = async (text: string) => {
    const answer = await manager.query(`${name}/init`, manager.encode(MessageType.Config, text));
    return new TextDecoder().decode(answer);
  };
  assert.equal(await ask("module: UR5e"), "OK");
  assert.equal(await ask("module: other"), "ERROR: bad payload");
  assert.equal(await manager.query(`${name}/nobody`, new Uint8Array(), 100), undefined);
});

test("typed messages on any topic", async (open, name) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  const seen: State[] = [];
  const subscription = await manager.subscribe(`${name}/extra`, MessageType.State, (value) => void seen.push(value));
  await robot.publish(`${name}/extra`, MessageType.State, { torque: [1, 2, 3] });
  await eventually(() => seen.at(0));
  assert.deepEqual(seen[0].torque, [1, 2, 3]);
  await subscription.release();
  await assert.rejects(() => manager.publish(`${name}/extra`, MessageType.State, {}), { kind: "in_use" });
});

test("a second interface of one robot is refused with the first one named", async (open) => {
  const [robot, other] = [await open("robot"), await open("other")];
  await robot.setupClient();
  await assert.rejects(() => other.setupClient(), /is held by robot \(pid \d+ on /);
  await other.setupServer(); // nothing is left of the attempt
});

test("a second manager of one robot is refused with the first one named", async (open) => {
  const [manager, other] = [await open("manager"), await open("other")];
  await manager.setupServer();
  await assert.rejects(() => other.setupServer(), /is held by manager \(pid \d+ on /);
});
