import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { CellWriter } from "../cell/cell_writer.ts";
import { eventually } from "../testing/eventually.ts";
import { pause } from "../testing/pause.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { TransportAgent } from "../testing/transport_agent.ts";
import type { TransportError } from "../transport_error.ts";
import { ShmTransport } from "./shm_transport.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** Longer than any test may take: what ends before it, ends for another reason. */
const FOREVER_MS = 1_000_000;
const OK = { result: null };

/** Runs a test with a transport of this process in a folder of its own. */
function test(name: string, run: (transport: ShmTransport, root: string) => Promise<void>): void {
  Deno.test(`shm, several processes: ${name}`, async () => {
    using folder = new ScratchFolder();
    const transport = new ShmTransport("the test", folder.path);
    try {
      await run(transport, folder.path);
    } finally {
      await transport.close();
    }
  });
}

/** Names of the files in the transport's folder. */
function filesIn(root: string): string[] {
  return [...Deno.readDirSync(`${root}/uri-${Deno.uid()}`)].map((entry) => entry.name).sort();
}

test("the death of a token's holder is told, and so is its successor", async (transport, root) => {
  const seen: string[] = [];
  await transport.watchToken("t", (alive, owner) => void seen.push(alive ? `${owner?.pid}` : "gone"));
  const expected: string[] = [];
  for (let round = 0; round < 3; round++) {
    await using agent = await TransportAgent.start(root, "holder");
    assert.deepEqual(await agent.do("token", "t"), OK);
    expected.push(`${agent.process.pid}`);
    await eventually(() => seen.length === expected.length);
    await agent.kill();
    expected.push("gone");
    await eventually(() => seen.length === expected.length);
  }
  assert.deepEqual(seen, expected);
});

test("a stopped holder of a token is alive, and does not hold up the watch of another", async (transport, root) => {
  await using stopped = await TransportAgent.start(root, "stopped");
  await stopped.do("token", "s");
  const seen: string[] = [];
  await transport.watchToken("s", (alive) => void seen.push(`s ${alive}`));
  await eventually(() => seen.includes("s true"));
  stopped.process.signal("SIGSTOP");
  await transport.declareToken("other");
  await transport.watchToken("other", (alive) => void seen.push(`other ${alive}`));
  await eventually(() => seen.includes("other true"));
  assert.deepEqual(seen, ["s true", "other true"]);
  stopped.process.signal("SIGCONT");
});

test(
  "a query ends when the answering process is killed, and the next one reaches its successor",
  async (transport, root) => {
    const agent = await TransportAgent.start(root, "slow");
    await agent.do("answer", "q", FOREVER_MS);
    const asking = transport.query("q", new Uint8Array([1]), { timeoutMs: FOREVER_MS });
    assert.equal(await agent.said(), "asked");
    await agent.kill();
    assert.equal(await asking, undefined);
    await agent[Symbol.asyncDispose]();
    const again = transport.query("q", new Uint8Array([1, 2]), { timeoutMs: FOREVER_MS });
    await pause(30); // it meets the socket that the dead process left behind
    await using successor = await TransportAgent.start(root, "quick");
    await successor.do("answer", "q");
    assert.deepEqual(await again, new Uint8Array([1, 2]));
  },
);

test("an asking process that dies does not disturb the answering one", async (transport, root) => {
  let asked = 0;
  await transport.answer("q", async (payload) => {
    asked++;
    await pause(50);
    return payload;
  });
  const agent = await TransportAgent.start(root, "asker");
  await agent.ask("query", "q", FOREVER_MS);
  await eventually(() => asked === 1);
  await agent.kill();
  await agent[Symbol.asyncDispose]();
  assert.equal((await transport.query("q", new Uint8Array(3), { timeoutMs: FOREVER_MS }))?.length, 3);
});

test("what a killed process leaves behind is used again, and removed in the end", async (transport, root) => {
  for (let round = 0; round < 3; round++) {
    await using agent = await TransportAgent.start(root, "doomed");
    for (const what of ["publish", "token", "answer"]) assert.deepEqual(await agent.do(what, "k"), OK, what);
    await agent.kill();
  }
  assert.deepEqual(filesIn(root), ["k.cell", "k.cell-lock", "k.query", "k.query-lock", "k.token", "k.token-lock"]);
  const publisher = await transport.publish("k");
  const subscriber = await transport.subscribe("k");
  await transport.declareToken("k");
  await transport.answer("k", (payload) => payload);
  const reader = new CellReader(subscriber.descriptor);
  assert.ok(publisher.descriptor.kind === "cell");
  new CellWriter(publisher.descriptor.cell).publish(new Uint32Array([7]), 0, 4);
  assert.equal(reader.takeLatest(new Uint32Array(4)), 4);
  assert.equal((await transport.query("k", new Uint8Array(5), { timeoutMs: FOREVER_MS }))?.length, 5);
  await transport.close();
  assert.deepEqual(filesIn(root), []);
});

test(
  "what killed processes left behind under names that nobody uses any more is removed by the next one that comes",
  async (transport, root) => {
    const folder = `${root}/uri-${Deno.uid()}`;
    await transport.subscribe("k");
    await transport.declareToken("k");
    const agent = await TransportAgent.start(root, "doomed");
    for (const what of ["publish", "token", "answer"]) assert.deepEqual(await agent.do(what, "old"), OK, what);
    await agent.do("publish", "k");
    await agent.kill();
    await agent[Symbol.asyncDispose]();
    await using alive = await TransportAgent.start(root, "alive");
    for (const what of ["publish", "token", "answer"]) await alive.do(what, "used");
    alive.process.signal("SIGSTOP");
    Deno.writeTextFileSync(`${folder}/notes.cell`, "not ours");
    Deno.writeFileSync(`${folder}/short.cell`, new Uint8Array(100));
    Deno.writeTextFileSync(`${folder}/~999999999-1`, "");
    Deno.mkdirSync(`${folder}/folder.cell`);
    Deno.symlinkSync(`${folder}/nowhere`, `${folder}/link.token-lock`);
    await new ShmTransport("next", root).close();
    alive.process.signal("SIGCONT");
    assert.deepEqual(filesIn(root), [
      "folder.cell",
      "k.cell",
      "k.token",
      "k.token-lock",
      "link.token-lock",
      "notes.cell",
      ...["used.cell", "used.cell-lock", "used.query", "used.query-lock", "used.token", "used.token-lock"],
    ]);
    await transport.publish("k");
  },
);

test("processes that come while others sweep get what they ask for", async (transport, root) => {
  await using agent = await TransportAgent.start(root, "other");
  for (let round = 0; round < 60; round++) {
    const theirs = ["publish", "token", "answer"].map((what) => agent.ask(what, "k"));
    for (let i = 0; i < 20; i++) {
      await new ShmTransport("sweeper", root).close();
      if (i % 5 === 0) await pause(0);
    }
    await Promise.all(theirs);
    for (const _ of theirs) assert.deepEqual(await agent.said(), OK);
    const appeared = Promise.withResolvers<boolean>();
    const watch = await transport.watchToken("k", appeared.resolve);
    await appeared.promise;
    await watch.release();
    // The agent keeps one registration a key: the others end with it.
    await agent.do("release all", "");
  }
});

test("a second owner is refused with the name and the process id of the first", async (transport, root) => {
  await using agent = await TransportAgent.start(root, "uri interface 'ur5e'");
  for (const what of ["publish", "token", "answer"]) await agent.do(what, "k");
  const uses: [string, () => Promise<unknown>][] = [
    ["publishing 'k'", () => transport.publish("k")],
    ["token 'k'", () => transport.declareToken("k")],
    ["answering 'k'", () => transport.answer("k", () => new Uint8Array())],
  ];
  const { pid } = agent.process;
  for (const [what, use] of uses) {
    await assert.rejects(use, (error: TransportError) => {
      assert.equal(error.kind, "in_use");
      assert.deepEqual(error.owner, { pid, description: "uri interface 'ur5e'" });
      assert.ok(error.message.startsWith(`${what}: is held by uri interface 'ur5e' (pid ${pid})`), error.message);
      return true;
    });
  }
  await agent.kill();
  for (const [, use] of uses) await use();
});

test(
  "of twenty processes that want one key at once, one gets it and the others are told which",
  async (transport, root) => {
    const agents = await Promise.all(
      Array.from({ length: 20 }, (_, i) => TransportAgent.start(root, `agent ${i}`)),
    );
    try {
      // Somebody killed has left its name behind: nobody may take it for the owner.
      await agents[19].do("publish", "k");
      await agents[19].kill();
      const alive = agents.slice(0, 19);
      for (const what of ["publish", "token", "answer", "publish"]) {
        const answers = await Promise.all(alive.map((agent) => agent.do(what, "k")));
        const winners = alive.filter((_, i) => answers[i].kind === undefined);
        assert.equal(winners.length, 1, `${what}: ${JSON.stringify(answers)}`);
        for (const answer of answers) {
          if (answer.kind === undefined) continue;
          assert.deepEqual([answer.kind, answer.owner?.pid], ["in_use", winners[0].process.pid], answer.message);
        }
        assert.deepEqual(await winners[0].do("release", "k"), OK);
      }
      // All of them subscribe and leave at once: the last one removes the cell.
      assert.deepEqual(await Promise.all(alive.map((agent) => agent.do("subscribe", "k"))), alive.map(() => OK));
      assert.deepEqual(await Promise.all(alive.map((agent) => agent.do("release", "k"))), alive.map(() => OK));
      assert.deepEqual(filesIn(root), []);
      await transport.publish("k");
    } finally {
      await Promise.all(agents.map((agent) => agent[Symbol.asyncDispose]()));
    }
  },
);

test(
  "a cell that is opened and closed by several processes all the time is always one cell",
  async (transport, root) => {
    await using agent = await TransportAgent.start(root, "other");
    for (let round = 0; round < 100; round++) {
      const theirs = agent.do(round % 2 === 0 ? "publish" : "subscribe", "k");
      const mine = await transport.subscribe("k");
      assert.deepEqual(await theirs, OK);
      const { ino } = Deno.statSync(`${root}/uri-${Deno.uid()}/k.cell`);
      assert.equal(typeof ino, "number");
      await Promise.all([agent.do("release", "k"), mine.release()]);
      assert.deepEqual(filesIn(root), []);
    }
  },
);

test("200 times opened and closed leaves no file and no mapping open", async (_, root) => {
  const counts = () => ({
    files: [...Deno.readDirSync("/proc/self/fd")].length,
    mappings: Deno.readTextFileSync("/proc/self/maps").split("\n").filter((line) => line.includes(root)).length,
  });
  const cycle = async () => {
    const [a, b] = [new ShmTransport("a", root), new ShmTransport("b", root)];
    await a.publish("k");
    await b.subscribe("k");
    await assert.rejects(() => b.publish("k"));
    await a.answer("k", (payload) => payload);
    await b.query("k", new Uint8Array(3), { timeoutMs: FOREVER_MS });
    const appeared = Promise.withResolvers<boolean>();
    await b.watchToken("k", appeared.resolve);
    await b.watchToken("nobody", () => {});
    await a.declareToken("k");
    await appeared.promise;
    assert.equal(await b.query("nobody", new Uint8Array(), { timeoutMs: 1 }), undefined);
    await b.close();
    await a.close();
  };
  for (let i = 0; i < 5; i++) await cycle();
  await pause(20); // connections that were closed by the other side
  const before = counts();
  for (let i = 0; i < 200; i++) await cycle();
  await pause(50);
  const after = counts();
  assert.equal(after.mappings, 0);
  assert.ok(after.files <= before.files + 2, `${before.files} files before, ${after.files} after`);
  assert.deepEqual(filesIn(root), []);
});

test("a hundred robots at once", async (transport, root) => {
  const other = new ShmTransport("other", root);
  const names = Array.from({ length: 100 }, (_, i) => `robot${i}`);
  let appeared = 0;
  for (const name of names) {
    await other.watchToken(`uri/alive/${name}/interface`, (alive) => void (alive && appeared++));
    await other.publish(`${name}/command`);
    await transport.declareToken(`uri/alive/${name}/interface`);
    await transport.subscribe(`${name}/command`);
    await transport.answer(`${name}/init`, () => new TextEncoder().encode(name));
  }
  await eventually(() => appeared === 100);
  const answers = await Promise.all(
    names.map((name) => other.query(`${name}/init`, new Uint8Array(), { timeoutMs: FOREVER_MS })),
  );
  assert.deepEqual(answers.map((answer) => new TextDecoder().decode(answer)), names);
  await other.close();
  await transport.close();
  assert.deepEqual(filesIn(root), []);
});

test(
  "what somebody removes while it is in use is made anew, and nobody else's is taken away",
  async (transport, root) => {
    const first = await transport.publish("k");
    await transport.declareToken("t");
    Deno.removeSync(`${root}/uri-${Deno.uid()}`, { recursive: true });
    const other = new ShmTransport("other", root);
    await other.publish("k");
    await other.declareToken("t");
    await first.release();
    await transport.close();
    assert.deepEqual(filesIn(root), ["k.cell", "k.cell-lock", "t.token", "t.token-lock"]);
    Deno.removeSync(`${root}/uri-${Deno.uid()}`, { recursive: true });
    await other.subscribe("late");
    assert.deepEqual(filesIn(root), ["late.cell"]);
    await other.close();
  },
);
