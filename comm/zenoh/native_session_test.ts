import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { openPublisher } from "../open_publisher.ts";
import { eventually } from "../testing/eventually.ts";
import { LocalZenohConfig } from "../testing/local_zenoh_config.ts";
import { nativeLibraryState } from "./native_library_state.ts";
import { NativeSession } from "./native_session.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();

function test(what: string, run: (a: NativeSession, b: NativeSession) => Promise<void>): void {
  Deno.test({
    name: `native session: ${what}${state.available ? "" : ` (${state.reason})`}`,
    ignore: !state.available,
    async fn() {
      const folder = Deno.makeTempDirSync({ prefix: "uri-zenoh-" });
      const configs = new LocalZenohConfig(folder);
      const open = (mark: number) =>
        NativeSession.open(configs.next(), "a test's configuration", { mark, notice() {} });
      const [a, b] = [await open(1), await open(2)];
      try {
        await run(a, b);
      } finally {
        await b.close();
        await a.close();
        Deno.removeSync(folder, { recursive: true });
      }
    },
  });
}

const options = { capacity: 64 };
const owner = (mark: number) => ({ pid: 1, description: "somebody", mark });

test("a loop that comes back after all was released publishes nothing and reads nothing", async (a, b) => {
  const publisher = await a.publish("k", options);
  const subscriber = await b.subscribe("k", options);
  const send = openPublisher(publisher.descriptor);
  const reader = new CellReader(subscriber.descriptor);
  await publisher.release();
  await subscriber.release();
  const words = new Uint32Array(16);
  for (let i = 0; i < 1000; i++) {
    assert.equal(send.publish(words, 0, 4), 0);
    assert.equal(reader.takeLatest(words), -1);
  }
  await b.close();
  await a.close();
  assert.equal(send.publish(words, 0, 4), 0);
  assert.equal(reader.takeLatest(words), -1);
});

test("only the accepted sender's messages come, and the others are counted", async (a, b) => {
  const [own, subscriber] = [await a.publish("k", options), await b.subscribe("k", options)];
  const other = await b.publish("k", options); // exclusivity is not a session's business
  const [first, second] = [openPublisher(own.descriptor), openPublisher(other.descriptor)];
  const reader = new CellReader(subscriber.descriptor);
  const words = new Uint32Array(16);
  const take = () => reader.takeLatest(words) < 0 ? undefined : [words[0], reader.writer];
  const word = (n: number) => new Uint32Array([n]);
  first.publish(word(10), 0, 4);
  assert.deepEqual(await eventually(take), [10, 1]);
  second.publish(word(20), 0, 4);
  assert.deepEqual(await eventually(take), [20, 2]);
  subscriber.accept(owner(1));
  for (let i = 0; i < 5; i++) second.publish(word(21), 0, 4);
  await eventually(() => subscriber.ignored() === 5 || undefined);
  assert.equal(take(), undefined);
  first.publish(word(11), 0, 4);
  assert.deepEqual(await eventually(take), [11, 1]);
  subscriber.accept(owner(0)); // one whose messages bear no mark
  first.publish(word(12), 0, 4);
  await eventually(() => subscriber.ignored() === 6 || undefined);
  assert.equal(take(), undefined);
});

test("a message larger than the cell is counted, and the one before stays", async (a, b) => {
  const [large, subscriber] = [await a.publish("k", { capacity: 256 }), await b.subscribe("k", options)];
  const send = openPublisher(large.descriptor);
  const reader = new CellReader(subscriber.descriptor);
  const words = new Uint32Array(64);
  send.publish(new Uint32Array([7]), 0, 4);
  await eventually(() => reader.takeLatest(words) === 4 || undefined);
  send.publish(words, 0, 72);
  await eventually(() => subscriber.ignored() === 1 || undefined);
  assert.equal(reader.takeLatest(words), -1);
});

test("what cannot be declared is an error that names the key", async (a) => {
  await assert.rejects(() => a.publish("a//b", options), /publishing 'a\/\/b': .+/);
  await assert.rejects(() => a.declareToken(""), { kind: "unavailable" });
});

Deno.test({
  name: "native session: a configuration that Zenoh refuses is an error with its reason and the file",
  ignore: !state.available,
  async fn() {
    const open = (config: unknown) =>
      NativeSession.open(JSON.stringify(config), "zenoh.json5", { mark: 1, notice() {} });
    await assert.rejects(() => open({ mode: "sideways" }), /opening a Zenoh session with zenoh\.json5: .*sideways/);
    const endpoints = ["tcp/192.0.2.1:1"];
    const listen = { endpoints, timeout_ms: 0, exit_on_failure: true };
    await assert.rejects(() => open({ listen, scouting: { multicast: { enabled: false } } }), /192\.0\.2\.1:1/);
  },
});
