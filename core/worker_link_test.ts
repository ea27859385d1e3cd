import assert from "node:assert/strict";
import { RunFailure } from "./run_failure.ts";
import { WorkerLink } from "./worker_link.ts";

type Said = { readonly type: string; readonly n?: number };
type Told = { readonly type: string; readonly messages?: readonly Said[]; readonly text?: string };

async function withLink(run: (link: WorkerLink<Told, Said>, logged: Said[]) => Promise<void>): Promise<void> {
  const logged: Said[] = [];
  const url = new URL("./test_worker_link_worker.ts", import.meta.url);
  const link = new WorkerLink<Told, Said>(url, "test worker", (message) => void logged.push(message));
  try {
    await run(link, logged);
  } finally {
    link.terminate();
  }
}

const say = (...messages: Said[]): Told => ({ type: "say", messages });

Deno.test("worker link: messages come in order, those of other types stay, log messages go their own way", async () => {
  await withLink(async (link, logged) => {
    link.post(say({ type: "a", n: 1 }, { type: "log", n: 2 }, { type: "b", n: 3 }, { type: "a", n: 4 }));
    assert.deepEqual(await link.next(["b"]), { type: "b", n: 3 });
    assert.deepEqual(await link.next(["a", "b"]), { type: "a", n: 1 });
    assert.deepEqual(await link.next(["a"]), { type: "a", n: 4 });
    assert.deepEqual(logged, [{ type: "log", n: 2 }]);
  });
});

Deno.test("worker link: two who wait at once get each its message, in whatever order they come", async () => {
  await withLink(async (link) => {
    const first = link.next(["a"]);
    const second = link.next(["b"]);
    link.post(say({ type: "a", n: 1 }, { type: "b", n: 2 }));
    assert.deepEqual(await Promise.all([first, second]), [{ type: "a", n: 1 }, { type: "b", n: 2 }]);
    const third = link.next(["c"]);
    const fourth = link.next(["d"]);
    link.post(say({ type: "d", n: 4 }));
    assert.deepEqual(await fourth, { type: "d", n: 4 });
    link.post(say({ type: "c", n: 3 }));
    assert.deepEqual(await third, { type: "c", n: 3 });
  });
});

Deno.test("worker link: a wait ends by its signal, and a message that comes later is for the next", async () => {
  await withLink(async (link) => {
    const stop = new AbortController();
    const other = link.next(["b"]);
    const waiting = link.next(["a"], stop.signal);
    stop.abort();
    assert.equal(await waiting, undefined);
    assert.equal(await link.next(["a"], stop.signal), undefined);
    link.post(say({ type: "a" }, { type: "b" }));
    assert.deepEqual(await other, { type: "b" });
    // What is there already is given, also when the signal is aborted.
    assert.deepEqual(await link.next(["a"], stop.signal), { type: "a" });
  });
});

for (const type of ["throw", "reject"]) {
  Deno.test(`worker link: an exception that escapes the worker (${type}) is told to all who wait, and to those who come later`, async () => {
    await withLink(async (link) => {
      const failure = (error: unknown) => {
        assert.ok(error instanceof RunFailure);
        assert.match(error.message, /^control worker 'test worker': ended by an exception: .*broken on purpose/);
        return true;
      };
      link.post(say({ type: "a" }));
      const waiting = [link.next(["b"]), link.next(["c"])];
      link.post({ type, text: "broken on purpose" });
      for (const each of waiting) await assert.rejects(each, failure);
      await assert.rejects(() => link.next(["b"]), failure);
      assert.deepEqual(await link.next(["a"]), { type: "a" }, "what came before the failure is still there");
    });
  });
}

Deno.test("worker link: a worker that never returns can be ended", async () => {
  await withLink(async (link) => {
    link.post(say({ type: "a" }));
    await link.next(["a"]);
    link.post({ type: "spin" });
  });
});
