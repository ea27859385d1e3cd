import assert from "node:assert/strict";
import { Libc } from "../core/posix/libc.ts";
import { SystemClock } from "../core/system_clock.ts";
import { CellReader } from "./cell/cell_reader.ts";
import { openPublisher } from "./open_publisher.ts";
import { QUERY_LIMIT } from "./query_limit.ts";
import type { KeyOwner } from "./transport_error.ts";
import { TransportError } from "./transport_error.ts";
import type { PublisherHandle, SubscriberHandle, Transport } from "./transport.ts";

/** How the suite makes transports that reach each other. */
export interface TransportUnderTest {
  /** Name of the implementation, for the names of the tests. */
  readonly name: string;
  /** Makes another transport in the same realm; `description` is what the others are told of it. */
  open(description: string): Promise<Transport> | Transport;
  /** A key chunk that nobody else uses. */
  uniqueName(): string;
  /** True where each end of a channel has a capacity of its own, as there is no memory that both share. */
  readonly separateEnds?: boolean;
  /** Largest query and largest answer [bytes], with a reason, where others than ours set a limit below 16 MiB. */
  readonly queryLimit?: { readonly bytes: number; readonly reason: string };
}

/** Longest wait for something that must happen [ms]; no bound on how fast it is. */
const PATIENCE_MS = 10_000;

/** One suite for every {@link Transport}: each item of the contract has its test here. */
export function testTransport(subject: TransportUnderTest): void {
  new Libc(); // opened here, so that no single test is found to have left it open
  const test = (name: string, run: (a: Transport, b: Transport, key: string) => Promise<void>) =>
    Deno.test(`transport ${subject.name}: ${name}`, async () => {
      const a = await subject.open("process a");
      const b = await subject.open("process b");
      try {
        await run(a, b, subject.uniqueName());
      } finally {
        await a.close();
        await b.close();
      }
    });

  test("a subscriber takes the latest message once, whichever side came first", async (a, b, key) => {
    const early = take(await a.subscribe(`${key}/state`));
    const send = put(await b.publish(`${key}/state`));
    const late = take(await a.subscribe(`${key}/state`));
    send([1, 2, 3]);
    send([4, 5, 6, 7]);
    for (const taken of [early, late]) {
      // The first one may come before the second one is under way, but not after it.
      const first = await eventually(taken);
      if (first.length === 3) assert.deepEqual([first, await eventually(taken)], [[1, 2, 3], [4, 5, 6, 7]]);
      else assert.deepEqual(first, [4, 5, 6, 7]);
      assert.equal(taken(), undefined);
    }
  });

  test("what was published before the subscription is not delivered", async (a, b, key) => {
    const send = put(await b.publish(`${key}/state`));
    send([1]);
    const taken = take(await a.subscribe(`${key}/state`));
    assert.equal(taken(), undefined);
    send([2]);
    assert.deepEqual(await eventually(taken), [2]);
  });

  test("a subscription stays when the publisher is replaced", async (a, b, key) => {
    const taken = take(await a.subscribe(`${key}/command`));
    const first = await b.publish(`${key}/command`);
    put(first)([1]);
    assert.deepEqual(await eventually(taken), [1]);
    await first.release();
    put(await b.publish(`${key}/command`))([2]);
    assert.deepEqual(await eventually(taken), [2]);
  });

  test("a second publisher is refused with its owner named", async (a, b, key) => {
    const first = await a.publish(`${key}/state`);
    await assert.rejects(() => b.publish(`${key}/state`), inUse("process a"));
    await first.release();
    await (await b.publish(`${key}/state`)).release();
  });

  test("a message larger than the channel is refused, and the one before stays", async (a, b, key) => {
    const subscriber = await a.subscribe(`${key}/x`, { capacity: 64 });
    const publisher = openPublisher((await b.publish(`${key}/x`, { capacity: 64 })).descriptor, new SystemClock());
    const taken = take(subscriber);
    assert.equal(publisher.publish(new Uint32Array([7]), 0, 4), 0);
    assert.equal(publisher.publish(new Uint32Array(100), 0, 400), -1);
    assert.deepEqual(await eventually(taken), [7, 0, 0, 0]);
  });

  test("messages carry the arrival stamp of this host's steady clock", async (a, b, key) => {
    const clock = new SystemClock();
    const reader = new CellReader((await a.subscribe(`${key}/x`)).descriptor, clock);
    const publisher = openPublisher((await b.publish(`${key}/x`)).descriptor, clock);
    assert.equal(reader.ageNs(), Infinity);
    const before = clock.now();
    publisher.publish(new Uint32Array([1]), 0, 4);
    const into = new Uint32Array(16);
    await eventually(() => reader.takeLatest(into) < 0 ? undefined : true);
    assert.ok(reader.arrivalNs >= before && reader.arrivalNs <= clock.now());
    assert.ok(reader.ageNs() >= 0 && Number.isFinite(reader.ageNs()));
  });

  test("a query waits for an answering side that comes later, and gets its own answer", async (a, b, key) => {
    const asking = [1, 2, 3].map((n) => a.query(`${key}/init`, new Uint8Array([n]), { timeoutMs: PATIENCE_MS }));
    await pause(30);
    await b.answer(`${key}/init`, async (payload) => {
      await pause(20 - 5 * payload[0]);
      return new Uint8Array([...payload, 9]);
    });
    assert.deepEqual((await Promise.all(asking)).map((x) => x && [...x]), [[1, 9], [2, 9], [3, 9]]);
  });

  test("the answering side is told who asks", async (a, b, key) => {
    const askers: KeyOwner[] = [];
    await b.answer(`${key}/init`, (_, asker) => (askers.push(asker), new Uint8Array()));
    assert.equal((await a.query(`${key}/init`, new Uint8Array(), { timeoutMs: PATIENCE_MS }))?.length, 0);
    assert.deepEqual(askers.map(({ pid, description }) => ({ pid, description })), [
      { pid: Deno.pid, description: "process a" },
    ]);
  });

  test(
    "a query ends without an answer at its timeout, by its signal, and when the handler throws",
    async (a, b, key) => {
      assert.equal(await a.query(`${key}/init`, new Uint8Array(1), { timeoutMs: 50 }), undefined);
      const stop = new AbortController();
      const asking = a.query(`${key}/init`, new Uint8Array(1), { timeoutMs: PATIENCE_MS, signal: stop.signal });
      stop.abort();
      assert.equal(await asking, undefined);
      await b.answer(
        `${key}/init`,
        () => Promise.reject(new TransportError("unavailable", "handler: broken on purpose")),
      );
      assert.equal(await a.query(`${key}/init`, new Uint8Array(1), { timeoutMs: 500 }), undefined);
    },
  );

  test("a large query and its large answer arrive whole", async (a, b, key) => {
    const payload = new Uint8Array(1_000_000).map((_, i) => i * 7);
    await b.answer(`${key}/init`, (got) => got);
    assert.deepEqual(await a.query(`${key}/init`, payload, { timeoutMs: PATIENCE_MS }), payload);
  });

  test("a second answering side is refused with the owner named", async (a, b, key) => {
    await a.answer(`${key}/init`, () => new Uint8Array());
    await assert.rejects(() => b.answer(`${key}/init`, () => new Uint8Array()), inUse("process a"));
  });

  test("a token is seen by watchers before and after it, and is gone when released or closed", async (a, b, key) => {
    const seen: string[] = [];
    const watch = (name: string) => (alive: boolean, owner?: KeyOwner) =>
      void seen.push(`${name} ${alive} ${alive ? owner?.description : ""}`);
    await a.watchToken(`alive/${key}`, watch("early"));
    const token = await b.declareToken(`alive/${key}`);
    await eventually(() => seen.includes("early true process b") || undefined);
    await a.watchToken(`alive/${key}`, watch("late"));
    await eventually(() => seen.includes("late true process b") || undefined);
    await token.release();
    await eventually(() => (seen.includes("early false ") && seen.includes("late false ")) || undefined);
    await b.declareToken(`alive/${key}`);
    await eventually(() => seen.filter((x) => x === "early true process b").length === 2 || undefined);
    await b.close();
    await eventually(() => seen.filter((x) => x === "early false ").length === 2 || undefined);
  });

  test("a second token holder is refused with the owner named, and may follow the first", async (a, b, key) => {
    const token = await a.declareToken(`alive/${key}`);
    await assert.rejects(() => b.declareToken(`alive/${key}`), inUse("process a"));
    await token.release();
    await b.declareToken(`alive/${key}`);
  });

  test("who follows at once is reached, also some time later", async (a, b, key) => {
    for (let round = 0; round < 3; round++) {
      for (const [leaving, following] of [[a, b], [b, a]]) {
        const token = await leaving.declareToken(`alive/${key}`);
        const answering = await leaving.answer(`${key}/init`, () => new Uint8Array(1));
        await Promise.all([token.release(), answering.release()]);
        const [next, nextAnswering] = await Promise.all([
          following.declareToken(`alive/${key}`),
          following.answer(`${key}/init`, () => new Uint8Array(2)),
        ]);
        await pause(20);
        const seen: boolean[] = [];
        const watch = await leaving.watchToken(`alive/${key}`, (alive) => void seen.push(alive));
        await eventually(() => seen[0]);
        assert.equal((await leaving.query(`${key}/init`, new Uint8Array(), { timeoutMs: PATIENCE_MS }))?.length, 2);
        for (const each of [watch, next, nextAnswering]) await each.release();
      }
    }
  });

  test("a released watch and a released queryable are silent", async (a, b, key) => {
    const seen: boolean[] = [];
    const watch = await a.watchToken(`alive/${key}`, (alive) => void seen.push(alive));
    await watch.release();
    await watch.release();
    await b.declareToken(`alive/${key}`);
    const answering = await b.answer(`${key}/init`, () => new Uint8Array());
    await answering.release();
    assert.equal(await a.query(`${key}/init`, new Uint8Array(), { timeoutMs: 60 }), undefined);
    assert.deepEqual(seen, []);
  });

  test("closing ends waiting queries, may be repeated, and refuses what comes after", async (a, _b, key) => {
    const asking = a.query(`${key}/init`, new Uint8Array(), { timeoutMs: PATIENCE_MS });
    await pause(20);
    await a.close();
    await a.close();
    assert.equal(await asking, undefined);
    for (const use of [() => a.publish(key), () => a.subscribe(key), () => a.declareToken(key)]) {
      await assert.rejects(use, (error: TransportError) => error.kind === "closed");
    }
  });

  test("a query that is asked right before the closing ends, too", async (a, _b, key) => {
    const asking = a.query(`${key}/init`, new Uint8Array(), { timeoutMs: PATIENCE_MS });
    const closing = a.close();
    assert.equal(await asking, undefined);
    await closing;
  });

  test("one key has room for messages, queries and a token at once", async (a, b, key) => {
    const send = put(await a.publish(key));
    await a.answer(key, (payload) => payload);
    await a.declareToken(key);
    const taken = take(await b.subscribe(key));
    send([1]);
    assert.deepEqual(await eventually(taken), [1]);
    assert.deepEqual(await b.query(key, new Uint8Array([2]), { timeoutMs: PATIENCE_MS }), new Uint8Array([2]));
    const seen: boolean[] = [];
    await b.watchToken(key, (alive) => void seen.push(alive));
    await eventually(() => seen[0]);
  });

  const limited = subject.queryLimit === undefined
    ? "16 MiB"
    : `${subject.queryLimit.bytes} bytes: ${subject.queryLimit.reason}`;
  test(`queries and answers have a limit of ${limited}`, async (a, b, key) => {
    const limit = subject.queryLimit?.bytes ?? QUERY_LIMIT;
    await b.answer(`${key}/echo`, (payload) => payload);
    const largest = await a.query(`${key}/echo`, new Uint8Array(limit).fill(7), { timeoutMs: 60_000 });
    assert.equal(largest?.length, limit);
    await assert.rejects(
      () => a.query(`${key}/echo`, new Uint8Array(limit + 1), { timeoutMs: PATIENCE_MS }),
      (error: TransportError) => error.kind === "too_large" && error.message.includes(`${limit + 1} bytes`),
    );
    await b.answer(`${key}/large`, () => new Uint8Array(limit + 1));
    assert.equal(await a.query(`${key}/large`, new Uint8Array(), { timeoutMs: PATIENCE_MS }), undefined);
  });

  test("a channel in use for smaller messages is refused, and a capacity that is none", async (a, b, key) => {
    await a.subscribe(key, { capacity: 64 });
    for (
      const open of subject.separateEnds
        ? []
        : [() => b.publish(key, { capacity: 72 }), () => b.subscribe(key, { capacity: 72 })]
    ) {
      await assert.rejects(open, (error: TransportError) => error.kind === "foreign" && error.message.includes("72"));
    }
    const publisher = await b.publish(key, { capacity: 60 }); // rounded up to the same; and nothing is left of the attempts
    await publisher.release();
    for (const capacity of [0, -8, 1.5, NaN, Infinity, 2 ** 40]) {
      await assert.rejects(() => b.publish(key, { capacity }), { kind: "unavailable" });
    }
  });

  test("keys of every legal kind are told apart", async (a, b, key) => {
    const names = [
      "x",
      ".",
      "..",
      "...",
      "x~y",
      "x/y",
      "x%2fy",
      "x+y",
      "-",
      "Ü",
      "ü",
      "日本",
      "🤖",
      "a b",
      "'",
      '"',
      "\\",
    ];
    const long = "n".repeat(119);
    const keys = [...names, `${long}1`, `${long}2`, `${"é".repeat(59)}1`, `${"é".repeat(59)}2`].map((n) =>
      `${n}/${key}`
    );
    const sends = await Promise.all(keys.map(async (each) => put(await a.publish(each, { capacity: 64 }))));
    const takes = await Promise.all(keys.map(async (each) => take(await b.subscribe(each, { capacity: 64 }))));
    for (const each of keys) {
      await a.declareToken(each);
      await a.answer(each, () => new TextEncoder().encode(each));
    }
    for (const [i, send] of sends.entries()) {
      send([i]);
      assert.deepEqual(await eventually(takes[i]), [i], keys[i]);
    }
    for (const taken of takes) assert.equal(taken(), undefined);
    for (const each of keys) {
      const answer = await b.query(each, new Uint8Array(), { timeoutMs: PATIENCE_MS });
      assert.equal(new TextDecoder().decode(answer), each);
    }
  });

  test("keys that are no keys are refused", async (a, _b, _key) => {
    for (const key of ["", "/x", "x/", "a//b", "a/*", "a$b", "a?b", "a#b", "a\u0000b"]) {
      await assert.rejects(() => a.publish(key), TransportError, key);
    }
  });
}

function put(handle: PublisherHandle): (bytes: number[]) => void {
  const clock = new SystemClock();
  const publisher = openPublisher(handle.descriptor, clock);
  return (bytes) => {
    const words = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(words.buffer).set(bytes);
    assert.equal(publisher.publish(words, 0, bytes.length), 0);
  };
}

function take(handle: SubscriberHandle): () => number[] | undefined {
  const reader = new CellReader(handle.descriptor, new SystemClock());
  const words = new Uint32Array(1024);
  return () => {
    const length = reader.takeLatest(words);
    return length < 0 ? undefined : [...new Uint8Array(words.buffer, 0, length)];
  };
}

async function eventually<T>(look: () => T | undefined): Promise<T> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = look();
    if (found !== undefined) return found;
    assert.ok(performance.now() < end, "did not happen in time");
    await pause(2);
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function inUse(owner: string): (error: TransportError) => boolean {
  return (error) =>
    error.kind === "in_use" && error.owner?.description === owner && error.message.includes(`pid ${Deno.pid}`);
}
