import assert from "node:assert/strict";
import { CellReader } from "../../cell/cell_reader.ts";
import { Libc } from "../../../core/posix/libc.ts";
import { openPublisher, type Publisher } from "../../open_publisher.ts";
import { eventually } from "../../testing/eventually.ts";
import { pause } from "../../testing/pause.ts";
import { ScriptProcess } from "../../testing/script_process.ts";
import { nativeLibraryState } from "../native_library_state.ts";
import { routerConfig, type RouterPorts } from "../testing/router_config.ts";
import { TcpProxy } from "../testing/tcp_proxy.ts";
import { openRemoteSession } from "./open_remote_session.ts";
import type { RemoteSession } from "./remote_session.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();
const LONG_MS = 60_000;
/** Long enough for an answer; whoever is gone without a word is waited for so long. */
const SHORT_MS = 1000;

function test(name: string, run: () => Promise<void>): void {
  if (state.available) Deno.test(`remote session: ${name}`, run);
  else Deno.test({ name: `remote session: ${name}: ${state.reason}`, ignore: true, fn: run });
}

/** A router as a process of its own, and where it is. */
async function startRouterProcess(ports: RouterPorts) {
  const process = new ScriptProcess("../zenoh/testing/router_process.ts", [routerConfig(ports)]);
  const { locators, remoteApi, error } = JSON.parse(await process.line());
  assert.equal(error, undefined);
  const port = (text: string) => Number(/:(\d+)$/.exec(text)![1]);
  return {
    process,
    listen: port(locators[0]),
    remoteApi: port(remoteApi),
    [Symbol.asyncDispose]: () => process[Symbol.asyncDispose](),
  };
}

/** A session that has one of everything, and what it has seen. */
class Party {
  readonly notices: string[] = [];
  readonly seen: string[] = [];
  readonly #into = new Uint32Array(16);
  session!: RemoteSession;
  publisher!: Publisher;
  #reader!: CellReader;

  static async join(url: string, own: string, other: string, mark: number): Promise<Party> {
    const party = new Party();
    const notice = (level: string, text: string) => void party.notices.push(`${level} ${text}`);
    const session = party.session = await openRemoteSession(url, { mark, notice });
    party.publisher = openPublisher((await session.publish(`${own}/state`, { capacity: 64 })).descriptor);
    party.#reader = new CellReader((await session.subscribe(`${other}/state`, { capacity: 64 })).descriptor);
    await session.answer(`${own}/init`, ({ payload }) => Promise.resolve({ payload }));
    await session.declareToken(`alive/${own}`);
    await session.watchTokens(`alive/${other}`, (key, alive) => void party.seen.push(`${key} ${alive}`));
    return party;
  }

  take(): number | undefined {
    return this.#reader.takeLatest(this.#into) < 0 ? undefined : this.#into[0];
  }

  async ask(key: string, value: number, timeoutMs = SHORT_MS): Promise<number | undefined> {
    let answer: number | undefined;
    const onAnswer = ({ payload }: { payload: Uint8Array }) => void (answer = payload[0]);
    await this.session.ask(key, { payload: new Uint8Array([value]) }, {
      timeoutMs,
      signal: new AbortController().signal,
      onAnswer,
    });
    return answer;
  }
}

/** Each reaches what the other has declared, by the handles of the beginning. */
async function areTogether(a: Party, b: Party, value: number): Promise<void> {
  for (const [from, to, name] of [[a, b, "a"], [b, a, "b"]] as const) {
    await eventually(() => {
      from.publisher.publish(new Uint32Array([value]), 0, 4);
      return to.take() === value;
    });
    await eventually(async () => await to.ask(`${name}/init`, value) === value);
    await eventually(() => to.seen.at(-1) === `alive/${name} true`);
  }
}

async function closeAll(...parties: Party[]): Promise<void> {
  for (const party of parties) await party.session.close();
}

test("a router that is killed and comes back after 5 s finds everything declared again", async () => {
  await using first = await startRouterProcess({ remoteApi: 0 });
  const url = `ws://127.0.0.1:${first.remoteApi}`;
  const a = await Party.join(url, "a", "b", 1);
  const b = await Party.join(url, "b", "a", 2);
  await areTogether(a, b, 1);
  // A question that waits for its answer when the router dies ends by that.
  await b.session.answer("b/never", () => new Promise(() => {}));
  const waiting = a.ask("b/never", 1, LONG_MS);
  await pause(100);
  first.process.signal("SIGKILL");
  await eventually(() => a.seen.at(-1) === "alive/b false" && b.seen.at(-1) === "alive/a false");
  assert.equal(await waiting, undefined);
  assert.equal(await a.ask("b/init", 1), undefined);
  await assert.rejects(a.session.findTokens("alive/*", 100), /there is no link to the Zenoh router at ws:/);
  // What is declared meanwhile counts, too.
  const late = await a.session.declareToken("late/a");
  await pause(5000);
  await using second = await startRouterProcess({ listen: first.listen, remoteApi: first.remoteApi });
  await areTogether(a, b, 2);
  await eventually(async () => (await b.session.findTokens("late/*", 500)).length === 1);
  await late.release();
  await eventually(async () => (await b.session.findTokens("late/*", 500)).length === 0);
  for (const { notices } of [a, b]) {
    assert.equal(notices.length, 2, notices.join("\n"));
    assert.match(notices[0], /^warning the link to the Zenoh router at ws:\S+ is lost \(.+\): connecting again$/);
    assert.match(notices[1], /^info the link to the Zenoh router at ws:\S+ is back after \d+\.\d s$/);
  }
  await closeAll(a, b);
  assert.equal(second.remoteApi, first.remoteApi);
});

for (const [how, cut] of [["goes silent", "pull"], ["breaks", "break"]] as const) {
  test(`a link that ${how} is noticed, and replaced`, async () => {
    await using router = await startRouterProcess({ remoteApi: 0 });
    await using proxy = new TcpProxy(router.remoteApi);
    const a = await Party.join(`ws://127.0.0.1:${proxy.port}`, "a", "b", 1);
    const b = await Party.join(`ws://127.0.0.1:${router.remoteApi}`, "b", "a", 2);
    await areTogether(a, b, 1);
    proxy[cut]();
    await eventually(() => a.notices.length > 0);
    assert.deepEqual(a.seen, ["alive/b true", "alive/b false"]);
    assert.match(a.notices[0], how === "breaks" ? /is lost \(/ : /is lost \(no answer for 1 s\)/);
    if (how === "goes silent") await pause(2500); // attempts to connect get no answer either
    proxy.plug();
    await areTogether(a, b, 2);
    assert.equal(a.notices.length, 2, a.notices.join("\n"));
    assert.deepEqual(b.notices, []);
    await closeAll(a, b);
  });
}

test("a session whose link is silent, or lost, can be closed", async () => {
  await using router = await startRouterProcess({ remoteApi: 0 });
  await using proxy = new TcpProxy(router.remoteApi);
  const [a, b] = [
    await Party.join(`ws://127.0.0.1:${proxy.port}`, "a", "b", 1),
    await Party.join(`ws://127.0.0.1:${proxy.port}`, "b", "a", 2),
  ];
  proxy.pull();
  await a.session.close();
  await eventually(() => b.notices.length > 0);
  await pause(300); // it tries to connect now
  await b.session.close();
  await assert.rejects(b.session.publish("x", { capacity: 8 }), /publishing 'x': the transport was closed/);
  proxy.break();
});

test("a session that has lost its link says nothing on the console, and neither does one that works", async () => {
  const said: unknown[] = [];
  const before = globalThis.console;
  const record = (...parts: unknown[]) => void said.push(parts);
  globalThis.console = { ...before, log: record, warn: record, error: record, info: record, debug: record };
  try {
    await using router = await startRouterProcess({ remoteApi: 0 });
    await using proxy = new TcpProxy(router.remoteApi);
    const a = await Party.join(`ws://127.0.0.1:${proxy.port}`, "a", "b", 1);
    const b = await Party.join(`ws://127.0.0.1:${router.remoteApi}`, "b", "a", 2);
    await areTogether(a, b, 1);
    // Messages to what is just being taken back.
    for (let round = 0; round < 20; round++) {
      const subscription = await a.session.subscribe("b/state", { capacity: 64 });
      for (let i = 0; i < 5; i++) b.publisher.publish(new Uint32Array([i]), 0, 4);
      await subscription.release();
    }
    proxy.break();
    await areTogether(a, b, 2);
    await closeAll(a, b);
  } finally {
    globalThis.console = before;
  }
  assert.deepEqual(said, []);
});

test("the error of an attempt to open one names the address and what to check", async () => {
  const options = { mark: 1, notice() {} };
  const unused = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = unused.addr as Deno.NetAddr;
  unused.close();
  await assert.rejects(
    openRemoteSession(`ws://127.0.0.1:${port}`, options),
    new RegExp(
      `opening a Zenoh session at 'ws://127.0.0.1:${port}': .*nothing listens there.*websocket_port.*firewall`,
    ),
  );
  for (const wrong of ["http://127.0.0.1:1", "127.0.0.1:1", "ws://", "ws://127.0.0.1:1/path", "ws://a:99999"]) {
    await assert.rejects(openRemoteSession(wrong, options), /this is no address of a router, ws:\/\/host:port or/);
  }
  // A program that takes the connection and says nothing; a server of another kind; a WebSocket server that is no router.
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  await using pages = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, () => new Response("hello"));
  await using chat = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen() {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => socket.send(new Uint8Array([255, 1, 2]));
    return response;
  });
  const cases = [
    [(silent.addr as Deno.NetAddr).port, /no answer/],
    [pages.addr.port, /is no WebSocket \(HTTP status 200\)/],
    [chat.addr.port, /no remote API of a Zenoh router/],
  ] as const;
  const connections = (async () => {
    const taken: Deno.Conn[] = [];
    for await (const connection of silent) taken.push(connection);
    for (const connection of taken) connection.close();
  })();
  await Promise.all(
    cases.map(([at, reason]) => assert.rejects(openRemoteSession(`ws://127.0.0.1:${at}`, options), reason)),
  );
  silent.close();
  await connections;
});
