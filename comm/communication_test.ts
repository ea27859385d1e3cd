import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { Communication } from "./communication.ts";
import type { CommunicationOptions } from "./communication_options.ts";
import { LocalHub } from "./local/local_hub.ts";
import { LocalTransport } from "./local/local_transport.ts";
import { FlatBufferSerializer } from "./serializer/flat_buffer_serializer.ts";
import { MessageType } from "./serializer/message_type.ts";
import type { State } from "./serializer/messages.ts";
import type { SerializationError } from "./serializer/serialization_error.ts";
import { ShmTransport } from "./shm/shm_transport.ts";
import { eventually } from "./testing/eventually.ts";
import { pause } from "./testing/pause.ts";

new Libc(); // opened here, so that no single test is found to have left it open

type Open = (description: string, options?: CommunicationOptions) => Promise<Communication>;

/** Runs a test over the in-process twin and over shared memory. */
function test(what: string, run: (open: Open, name: string) => Promise<void>): void {
  const hub = new LocalHub();
  for (const protocol of ["local", "shm"]) {
    Deno.test(`communication over ${protocol}: ${what}`, async () => {
      const name = `test-${crypto.randomUUID()}`;
      const made: Communication[] = [];
      try {
        await run(async (description, options) => {
          const transport = protocol === "shm" ? new ShmTransport(description) : new LocalTransport(hub, description);
          const one = new Communication(name, transport, await FlatBufferSerializer.load(), options);
          made.push(one);
          return one;
        }, name);
      } finally {
        for (const each of made) await each.close();
      }
    });
  }
}

test("both directions, each message once, only the latest", async (open) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  await robot.setupClient();
  await manager.setupServer();
  assert.equal(manager.receive(), undefined);
  for (const x of [1, 2, 3]) robot.send(robot.encode(MessageType.State, { position: [x] }));
  assert.deepEqual(manager.decode(MessageType.State, manager.receive()!)?.position, [3]);
  assert.equal(manager.receive(), undefined);
  manager.send(manager.encode(MessageType.Command, { velocity: [4] }));
  const command = robot.receive()!;
  assert.deepEqual(robot.decode(MessageType.Command, command)?.velocity, [4]);
  assert.equal(robot.decode(MessageType.State, command), undefined);
});

test("a message that was received is the caller's own", async (open) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  await robot.setupClient();
  await manager.setupServer();
  robot.send(new Uint8Array([1, 2, 3, 4, 5]));
  const first = manager.receive()!;
  robot.send(new Uint8Array([9, 9]));
  assert.deepEqual([...manager.receive()!], [9, 9]);
  assert.deepEqual([...first], [1, 2, 3, 4, 5]);
  robot.send(new Uint8Array(0));
  assert.deepEqual(manager.receive(), new Uint8Array(0));
});

test("rxAge counts from the arrival, whether or not the message was received", async (open) => {
  const [robot, manager] = [await open("robot"), await open("manager")];
  await robot.setupClient();
  await manager.setupServer();
  assert.equal(manager.rxAge(), Infinity);
  robot.send(new Uint8Array(4));
  await pause(30);
  const age = manager.rxAge();
  assert.ok(age >= 29 && age < 1e5, String(age));
  assert.equal(manager.receive()?.length, 4, "asking for the age takes nothing away");
  assert.ok(manager.rxAge() >= age);
  robot.send(new Uint8Array(4));
  assert.ok(manager.rxAge() < age + 1e5);
});

test("peerAlive: true before the peer was seen, false when it is lost, true when it is back", async (open) => {
  const manager = await open("manager");
  await manager.setupServer();
  assert.deepEqual([manager.peerAlive(), manager.peerSeen()], [true, false]);
  for (let round = 0; round < 2; round++) {
    const robot = await open("robot");
    await robot.setupClient();
    await eventually(() => manager.peerAlive() && manager.peerSeen());
    await eventually(() => robot.peerSeen());
    await robot.close();
    await eventually(() => !manager.peerAlive());
    assert.equal(manager.peerSeen(), true);
  }
});

test("a second robot and a second manager are refused, and leave nothing behind", async (open, name) => {
  const [robot, second] = [await open("robot one"), await open("robot two")];
  await robot.setupClient();
  await assert.rejects(() => second.setupClient(), { kind: "in_use", message: /robot one/ });
  await second.setupServer(); // nothing of the failed attempt is in the way
  const third = await open("manager two");
  await assert.rejects(() => third.setupServer(), { kind: "in_use", message: /robot two/ });
  await second.close();
  await third.setupServer();
  await robot.publish(`${name}/extra`, MessageType.Config, "still there");
});

test("use before set-up, twice, and after close says what to do", async (open) => {
  const one = await open("one");
  for (const use of [() => one.receive(), () => one.send(new Uint8Array()), () => one.rxAge(), () => one.peerAlive()]) {
    assert.throws(use, { kind: "unavailable", message: /call setupServer\(\) or setupClient\(\) first/ });
  }
  await one.setupClient();
  await assert.rejects(() => one.setupServer(), { message: /is set up as client/ });
  await one.close();
  await one.close();
  assert.throws(() => one.receive(), { kind: "closed" });
  await assert.rejects(() => one.publish("k", MessageType.Config, "x"), { kind: "closed" });
  await assert.rejects(() => one.query("k", new Uint8Array()), { kind: "closed" });
});

test("a message larger than the channel is refused; capacity is a setting of both ends", async (open) => {
  const [robot, manager] = [await open("robot", { capacity: 64 }), await open("manager", { capacity: 64 })];
  await robot.setupClient();
  await manager.setupServer();
  robot.send(new Uint8Array(64).fill(1));
  assert.throws(() => robot.send(new Uint8Array(65)), { kind: "too_large", message: /has 65 bytes/ });
  assert.deepEqual(manager.receive(), new Uint8Array(64).fill(1));
});

test("queries: the answer, the asker, no answer", async (open, name) => {
  const [robot, manager] = [await open("robot"), await open("the manager")];
  const askers: string[] = [];
  const answering = await robot.handleQuery(`${name}/init`, (payload, asker) => {
    askers.push(asker.description);
    const yaml = robot.decode(MessageType.Config, payload);
    return new TextEncoder().encode(yaml === undefined ? "ERROR: bad payload" : "OK");
  });
  const ask = async (payload: Uint8Array) => new TextDecoder().decode(await manager.query(`${name}/init`, payload));
  assert.equal(await ask(manager.encode(MessageType.Config, "a: b")), "OK");
  assert.equal(await ask(new Uint8Array([1, 2, 3])), "ERROR: bad payload");
  assert.deepEqual(askers, ["the manager", "the manager"]);
  await answering.release();
  assert.equal(await manager.query(`${name}/init`, new Uint8Array(), 30), undefined);
});

test(
  "subscribers get typed values; what is no such value goes to onRefused; release and close end it",
  async (open, name) => {
    const [robot, manager] = [await open("robot"), await open("manager")];
    const got: State[] = [], refused: SerializationError[] = [];
    const subscription = await manager.subscribe(`${name}/state`, MessageType.State, (state) => got.push(state), {
      pollMs: 1,
      onRefused: (error) => refused.push(error),
    });
    await robot.setupClient(); // its publisher of the state is also the one that publish() uses
    await robot.publish(`${name}/state`, MessageType.State, { position: [1], stamp: 7n });
    await eventually(() => got.length === 1);
    assert.deepEqual([got[0].position, got[0].stamp], [[1], 7n]);
    robot.send(new Uint8Array([1, 2, 3]));
    await eventually(() => refused.length === 1);
    assert.equal(refused[0].type, "State");
    await subscription.release();
    await subscription.release();
    await robot.publish(`${name}/state`, MessageType.State, { position: [2] });
    const later: State[] = [];
    await manager.subscribe(`${name}/state`, MessageType.State, (state) => later.push(state));
    await robot.publish(`${name}/state`, MessageType.State, { position: [3] });
    await eventually(() => later.length === 1);
    await manager.close();
    await robot.publish(`${name}/state`, MessageType.State, { position: [4] });
    await pause(20);
    assert.deepEqual([got.length, later.map((state) => state.position)], [1, [[3]]]);
  },
);

test(
  "publishing many at once keeps the order and one publisher; a failed one may be tried again",
  async (open, name) => {
    const [one, two] = [await open("one"), await open("two")];
    const got: string[] = [];
    await two.subscribe(`${name}/text`, MessageType.Config, (text) => got.push(text), { pollMs: 1 });
    await Promise.all(["a", "b", "c"].map((text) => one.publish(`${name}/text`, MessageType.Config, text)));
    await eventually(() => got.at(-1) === "c");
    await assert.rejects(() => two.publish(`${name}/text`, MessageType.Config, "d"), { kind: "in_use" });
    await one.close();
    await two.publish(`${name}/text`, MessageType.Config, "d");
    await eventually(() => got.at(-1) === "d");
  },
);

test("stamp is this host's steady clock", async (open) => {
  const one = await open("one");
  const first = one.stamp();
  await pause(5);
  const passed = one.stamp() - first;
  assert.ok(passed >= 4_000_000n && passed < 60_000_000_000n, String(passed));
  const uptimeS = Number(Deno.readTextFileSync("/proc/uptime").split(" ")[0]);
  assert.ok(Math.abs(Number(first / 1_000_000n) / 1000 - uptimeS) < 60);
});
