import assert from "node:assert/strict";
import { Libc } from "../../../core/posix/libc.ts";
import { CellReader } from "../../cell/cell_reader.ts";
import { openPublisher } from "../../open_publisher.ts";
import { eventually } from "../../testing/eventually.ts";
import { pause } from "../../testing/pause.ts";
import { TransportError } from "../../transport_error.ts";
import { NativeSession } from "../native_session.ts";
import { nativeLibraryState } from "../native_library_state.ts";
import { type RunningRouter, startRouter } from "../start_router.ts";
import { routerConfig } from "../testing/router_config.ts";
import type { ZenohSession } from "../zenoh_session.ts";
import { FRAME_LIMIT } from "./frame_limit.ts";
import { openRemoteSession } from "./open_remote_session.ts";

new Libc(); // opened here, so that no single test is found to have left it open
const state = nativeLibraryState();
if (state.available) await startRouter("{ mode: 'peer' }", "").catch(() => {}); // loads the library, for the same reason
const SIZE = { capacity: 64 };

function test(name: string, run: (router: RunningRouter) => Promise<void>): void {
  const fn = async () => {
    const router = await startRouter(routerConfig({ remoteApi: 0 }), "a test's router");
    try {
      await run(router);
    } finally {
      await router.close();
    }
  };
  if (state.available) Deno.test(`remote session: ${name}`, fn);
  else Deno.test({ name: `remote session: ${name}: ${state.reason}`, ignore: true, fn });
}

const remote = (router: RunningRouter, mark: number) => openRemoteSession(router.remoteApi!, { mark, notice() {} });

function native(router: RunningRouter, mark: number): Promise<NativeSession> {
  const config = {
    mode: "peer",
    listen: { endpoints: [] },
    connect: { endpoints: router.locators },
    scouting: { multicast: { enabled: false } },
  };
  return NativeSession.open(JSON.stringify(config), "a test's configuration", { mark, notice() {} });
}

const signal = new AbortController().signal;

test("a subscription takes messages of all, then of the one that is accepted, and counts the others", async (router) => {
  const [a, b, c] = [await remote(router, 11), await remote(router, 22), await remote(router, 33)];
  const subscriber = await a.subscribe("k", SIZE);
  const reader = new CellReader(subscriber.descriptor);
  const [fromB, fromC] = [await b.publish("k", SIZE), await c.publish("k", SIZE)].map(({ descriptor }) =>
    openPublisher(descriptor)
  );
  const into = new Uint32Array(16);
  const next = () => reader.takeLatest(into) < 0 ? undefined : [into[0], reader.writer];
  fromB.publish(new Uint32Array([1]), 0, 4);
  assert.deepEqual(await eventually(next), [1, 22]);
  fromC.publish(new Uint32Array([2]), 0, 4);
  assert.deepEqual(await eventually(next), [2, 33]);
  subscriber.accept({ pid: 1, description: "b", mark: 22 });
  fromC.publish(new Uint32Array([3]), 0, 4);
  await eventually(() => subscriber.ignored() === 1);
  fromB.publish(new Uint32Array([4]), 0, 4);
  assert.deepEqual(await eventually(next), [4, 22]);
  assert.equal(subscriber.ignored(), 1);
  for (const session of [a, b, c]) await session.close();
});

test("native and remote sessions reach each other in every way", async (router) => {
  const sessions: [ZenohSession, ZenohSession] = [await native(router, 1), await remote(router, 2)];
  for (
    const [from, to, mark] of [[...sessions, 1], [sessions[1], sessions[0], 2]] as [
      ZenohSession,
      ZenohSession,
      number,
    ][]
  ) {
    const reader = new CellReader((await to.subscribe(`state/${mark}`, SIZE)).descriptor);
    const publisher = openPublisher((await from.publish(`state/${mark}`, SIZE)).descriptor);
    const into = new Uint32Array(16);
    const length = await eventually(() => {
      publisher.publish(new Uint32Array([7, 8, 9]), 0, 12);
      return Math.max(0, reader.takeLatest(into)) || undefined;
    });
    assert.deepEqual([length, ...into.slice(0, 3), reader.writer], [12, 7, 8, 9, mark]);
    await to.answer(
      `init/${mark}`,
      ({ payload, attachment }) => Promise.resolve({ payload: attachment!, attachment: payload }),
    );
    const answers: unknown[] = [];
    const onAnswer = ({ payload, attachment }: { payload: Uint8Array; attachment?: Uint8Array }) =>
      void answers.push([...payload, ...attachment!]);
    const question = { payload: new Uint8Array([1]), attachment: new Uint8Array([2]) };
    await eventually(async () => {
      await from.ask(`init/${mark}`, question, { timeoutMs: 2000, signal, onAnswer });
      return answers.length > 0;
    });
    assert.deepEqual(answers, [[2, 1]]);
    const seen: string[] = [];
    await to.watchTokens(`alive/${mark}/*`, (key, alive) => void seen.push(`${key} ${alive}`));
    const token = await from.declareToken(`alive/${mark}/x`);
    await eventually(() => seen.length === 1);
    await token.release();
    await eventually(() => seen.length === 2);
    assert.deepEqual(seen, [`alive/${mark}/x true`, `alive/${mark}/x false`]);
  }
  for (const session of sessions) await session.close();
});

test("a question to nobody ends at once, one that is not answered by its timeout or its signal", async (router) => {
  const [a, b] = [await remote(router, 1), await remote(router, 2)];
  const question = { payload: new Uint8Array() };
  const onAnswer = () => assert.fail("an answer");
  await a.ask("nobody", question, { timeoutMs: 60_000, signal, onAnswer });
  await b.answer("never", () => new Promise(() => {}));
  await b.answer("broken", () => Promise.reject(new TransportError("closed", "a defect")));
  await a.ask("never", question, { timeoutMs: 100, signal, onAnswer });
  const ending = new AbortController();
  const asked = a.ask("never", question, { timeoutMs: 60_000, signal: ending.signal, onAnswer });
  await pause(50);
  ending.abort();
  await asked;
  await a.ask("broken", question, { timeoutMs: 60_000, signal, onAnswer });
  const closed = a.ask("never", question, { timeoutMs: 60_000, signal, onAnswer });
  await pause(50);
  await a.close();
  await closed;
  await b.close();
});

test("what the router or the key does not allow is an error, and the session goes on", async (router) => {
  const session = await remote(router, 1);
  await assert.rejects(session.subscribe("a//b", SIZE), (error: TransportError) => {
    assert.match(error.message, /^subscribing to 'a\/\/b': .*empty chunks/);
    assert.doesNotMatch(error.message, /\.rs/);
    return error.kind === "unavailable";
  });
  const tooLarge = (error: TransportError) =>
    error.kind === "too_large" && error.message.includes(`${FRAME_LIMIT + 1} bytes`);
  await assert.rejects(session.publish("a", { capacity: FRAME_LIMIT + 1 }), tooLarge);
  const question = { payload: new Uint8Array(FRAME_LIMIT + 1) };
  await assert.rejects(session.ask("a", question, { timeoutMs: 100, signal, onAnswer() {} }), tooLarge);
  await (await session.declareToken("a/b")).release();
  await session.close();
  await session.close();
  for (
    const use of [() => session.declareToken("a"), () => session.publish("a", SIZE), () => session.findTokens("a", 1)]
  ) {
    await assert.rejects(use, (error: TransportError) => error.kind === "closed");
  }
});

test("many publishers sleep on one thread, and all are heard", async (router) => {
  const count = 40; // more than Deno has threads for waiting calls
  const [a, b] = [await remote(router, 1), await remote(router, 2)];
  const into = new Uint32Array(16);
  const channels = [];
  for (let i = 0; i < count; i++) {
    const reader = new CellReader((await b.subscribe(`k/${i}`, SIZE)).descriptor);
    channels.push({ i, reader, publisher: openPublisher((await a.publish(`k/${i}`, SIZE)).descriptor) });
  }
  for (const { i, publisher } of channels) publisher.publish(new Uint32Array([i]), 0, 4);
  for (const { i, reader } of channels) {
    await eventually(() => reader.takeLatest(into) === 4);
    assert.equal(into[0], i);
  }
  // What else needs such a thread still gets one.
  assert.ok((await Deno.readTextFile("/proc/self/stat")).length > 0);
  await a.close();
  await b.close();
});
