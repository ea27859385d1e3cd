import assert from "node:assert/strict";
import { SystemClock } from "../../core/system_clock.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { openPublisher } from "../open_publisher.ts";
import { testTransport } from "../test_transport.ts";
import { LocalZenohConfig } from "../testing/local_zenoh_config.ts";
import { pause } from "../testing/pause.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import type { KeyOwner } from "../transport_error.ts";
import { NativeSession } from "../zenoh/native_session.ts";
import { nativeLibraryState } from "../zenoh/native_library_state.ts";
import { ZenohShmTransport } from "./zenoh_shm_transport.ts";
import { ZenohTransport } from "../zenoh/zenoh_transport.ts";

const state = nativeLibraryState();
const folder = Deno.makeTempDirSync({ prefix: "uri-zenoh-" });
addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const configs = new LocalZenohConfig(folder);
let marks = 0;

interface Opened {
  readonly transport: ZenohShmTransport;
  readonly self: KeyOwner;
  readonly told: string[];
}

async function open(description: string, root?: string): Promise<Opened> {
  const mark = ++marks;
  const self = { pid: Deno.pid, description, host: "here", mark };
  const told: string[] = [];
  const session = await NativeSession.open(configs.next(), "a test's configuration", { mark, notice() {} });
  const notice = (_: string, text: string) => void told.push(text);
  return { transport: new ZenohShmTransport({ session, self, notice, root }), self, told };
}

if (state.available) {
  testTransport({
    name: "zenoh/shm",
    separateEnds: true,
    open: async (description) => {
      if (description === "process a") configs.forget();
      return (await open(description)).transport;
    },
    uniqueName: () => `t-${crypto.randomUUID()}`,
  });

  /** What a manager and an interface do at init, then one State and one Command; returns what was told of the way. */
  const meet = async (robot: Opened, manager: Opened | ZenohTransport, name: string): Promise<string[]> => {
    const clock = new SystemClock();
    const transport = "transport" in manager ? manager.transport : manager;
    const state = openPublisher((await robot.transport.publish(`${name}/state`)).descriptor, clock);
    const commands = await robot.transport.subscribe(`${name}/command`);
    const command = new CellReader(commands.descriptor, clock);
    const sent = openPublisher((await transport.publish(`${name}/command`)).descriptor, clock);
    const subscription = await transport.subscribe(`${name}/state`);
    const states = new CellReader(subscription.descriptor, clock);
    let asker: KeyOwner | undefined;
    await robot.transport.answer(`${name}/init`, (_, who) => {
      commands.accept(asker = who);
      return new Uint8Array([1]);
    });
    const onAnswerer = (owner: KeyOwner) => subscription.accept(owner);
    const answer = await transport.query(`${name}/init`, new Uint8Array(), { timeoutMs: 5000, onAnswerer });
    assert.deepEqual(answer, new Uint8Array([1]));
    const words = new Uint32Array(8192);
    for (const [to, from] of [[state, states], [sent, command]] as const) {
      for (let n = 1; n < 4; n++) {
        assert.equal(to.publish(new Uint32Array([n]), 0, 4), 0);
        for (let look = 0; from.takeLatest(words) < 0; look++) {
          assert.ok(look < 500, "the message has not come");
          await pause(10);
        }
        assert.equal(words[0], n);
        assert.equal(from.takeLatest(words), -1);
      }
    }
    assert.equal(command.writer, asker!.mark);
    return robot.told;
  };

  const both = async (work: (root: string) => Promise<void>) => {
    configs.forget();
    using root = new ScratchFolder();
    await work(root.path);
  };

  Deno.test("zenoh/shm: State and Command go through shared memory on one host, and both sides say so", () =>
    both(async (root) => {
      const robot = await open("robot", root);
      const manager = await open("manager", root);
      const name = `t-${crypto.randomUUID()}`;
      assert.deepEqual(await meet(robot, manager, name), [`'${name}': State and Command go through shared memory`]);
      assert.deepEqual(manager.told, robot.told);
      await manager.transport.close();
      await robot.transport.close();
    }));

  Deno.test("zenoh/shm: they go by Zenoh where the memory is not the same, and both sides say why", () =>
    both(async (root) => {
      const robot = await open("robot", root);
      using elsewhere = new ScratchFolder();
      const manager = await open("manager", elsewhere.path);
      const name = `t-${crypto.randomUUID()}`;
      assert.match((await meet(robot, manager, name)).join(), /go over Zenoh \(the other side has its cells in /);
      assert.match(manager.told.join(), /go over Zenoh \(the other side has its cells in /);
      await manager.transport.close();
      await robot.transport.close();
    }));

  Deno.test("zenoh/shm: where there is no shared memory at all, it goes by Zenoh", () =>
    both(async () => {
      const robot = await open("robot", "/proc/1/none");
      const manager = await open("manager", "/proc/1/none");
      assert.match((await meet(robot, manager, `t-${crypto.randomUUID()}`)).join(), /go over Zenoh \(making \/proc/);
      await manager.transport.close();
      await robot.transport.close();
    }));

  Deno.test("zenoh/shm: another manager takes over by Zenoh, and a third one by shared memory, while the robot runs", () =>
    both(async (root) => {
      const robot = await open("robot", root);
      const clock = new SystemClock();
      const words = new Uint32Array(64);
      const state = openPublisher((await robot.transport.publish("r/state")).descriptor, clock);
      const commands = await robot.transport.subscribe("r/command");
      const command = new CellReader(commands.descriptor, clock);
      await robot.transport.answer("r/init", (_, who) => (commands.accept(who), new Uint8Array([1])));
      for (const way of ["memory", "Zenoh", "memory", "Zenoh"]) {
        const mark = ++marks;
        const self = { pid: Deno.pid, description: `manager by ${way}`, host: "here", mark };
        const session = await NativeSession.open(configs.next(), "a test's", { mark, notice() {} });
        const transport = way === "memory"
          ? new ZenohShmTransport({ session, self, notice() {}, root })
          : new ZenohTransport({ protocol: "zenoh", session, self });
        const sent = openPublisher((await transport.publish("r/command")).descriptor, clock);
        const subscription = await transport.subscribe("r/state");
        const states = new CellReader(subscription.descriptor, clock);
        const onAnswerer = (owner: KeyOwner) => subscription.accept(owner);
        await transport.query("r/init", new Uint8Array(), { timeoutMs: 5000, onAnswerer });
        assert.match(robot.told.at(-1)!, new RegExp(way));
        for (const [to, from] of [[state, states], [sent, command]] as const) {
          to.publish(new Uint32Array([mark]), 0, 4);
          for (let look = 0; from.takeLatest(words) < 0; look++) {
            assert.ok(look < 500, `${way}: the message has not come`);
            await pause(10);
          }
          assert.equal(words[0], mark);
        }
        assert.equal(command.writer, mark);
        await transport.close();
      }
      await robot.transport.close();
    }));
} else {
  Deno.test({ name: `transport zenoh/shm: ${state.reason}`, ignore: true, fn() {} });
}
