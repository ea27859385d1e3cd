import assert from "node:assert/strict";
import { ChildProcesses, type StartedChild } from "./child_processes.ts";

/** A shell that says by a file that it is ready, runs `script`, and then waits. */
async function started(children: ChildProcesses, name: string, script: string, folder: string): Promise<StartedChild> {
  const ready = `${folder}/${name}`;
  const child = children.start(name, ["sh", "-c", `${script}; : >"$0"; while :; do sleep 0.05; done`, ready]);
  while (!exists(ready)) await new Promise((resolve) => setTimeout(resolve, 5));
  return child;
}

function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch {
    return false;
  }
}

const lives = (pid: number) => exists(`/proc/${pid}`);

async function inFolder(run: (folder: string) => Promise<void>): Promise<void> {
  const folder = Deno.makeTempDirSync({ prefix: "uri children " });
  try {
    await run(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

const mustNotKill = (child: StartedChild) => assert.fail(`${child.name} was killed`);

Deno.test("children: a process that ends by itself tells its exit code, or the signal that ended it", async () => {
  const children = new ChildProcesses();
  const seven = children.start("seven", ["sh", "-c", "exit 7"]);
  const killed = children.start("killed", ["sh", "-c", "kill -9 $$"]);
  assert.equal(seven.name, "seven");
  assert.deepEqual(await seven.ended.then(({ code, signal }) => [code, signal]), [7, null]);
  assert.equal((await killed.ended).signal, "SIGKILL");
  assert.deepEqual(children.running, []);
  await children.stop(mustNotKill);
});

Deno.test("children: arguments arrive as they are, without a shell", async () => {
  await inFolder(async (folder) => {
    const words = ["a b", "$HOME", "'", "", "*", "é"];
    const child = new ChildProcesses().start("words", [
      "sh",
      "-c",
      'f=$1; shift; printf "%s\\0" "$@" >"$f"',
      "sh",
      `${folder}/out`,
      ...words,
    ]);
    await child.ended;
    assert.deepEqual(Deno.readTextFileSync(`${folder}/out`).split("\0").slice(0, -1), words);
  });
});

Deno.test("children: what cannot be started is told", () => {
  const children = new ChildProcesses();
  assert.throws(() => children.start("x", ["/nonexistent/program"]), /nonexistent/);
  assert.deepEqual(children.running, []);
});

Deno.test("children: each is in a session of its own, so that a Ctrl-C in the terminal reaches only us", async () => {
  await inFolder(async (folder) => {
    const children = new ChildProcesses();
    const child = await started(children, "own", ":", folder);
    const stat = Deno.readTextFileSync(`/proc/${child.pid}/stat`);
    const [, , group, session] = stat.slice(stat.lastIndexOf(")") + 2).split(" ").map(Number);
    assert.deepEqual([group, session], [child.pid, child.pid]);
    await children.stop(mustNotKill);
  });
});

Deno.test("children: stop ends all of them by SIGTERM, and has reaped them when it resolves", async () => {
  await inFolder(async (folder) => {
    const children = new ChildProcesses();
    const all = await Promise.all(["a", "b", "c"].map((name) => started(children, name, ":", folder)));
    assert.deepEqual(children.running.map(({ name }) => name).sort(), ["a", "b", "c"]);
    await children.stop(mustNotKill);
    assert.deepEqual(children.running, []);
    for (const { pid, ended } of all) {
      assert.ok(!lives(pid));
      assert.equal((await ended).signal, "SIGTERM");
    }
  });
});

Deno.test("children: stop with a child ends that one alone", async () => {
  await inFolder(async (folder) => {
    const children = new ChildProcesses();
    const a = await started(children, "a", ":", folder);
    const b = await started(children, "b", ":", folder);
    await children.stop(mustNotKill, a);
    assert.ok(!lives(a.pid) && lives(b.pid));
    assert.deepEqual(children.running, [b]);
    await children.stop(mustNotKill, a);
    await children.stop(mustNotKill);
    assert.ok(!lives(b.pid));
  });
});

Deno.test("children: one that takes its time to end is waited for, and its exit code kept", async () => {
  await inFolder(async (folder) => {
    const children = new ChildProcesses();
    const slow = await started(children, "slow", 'trap "sleep 0.5; exit 3" TERM', folder);
    await children.stop(mustNotKill);
    assert.deepEqual(await slow.ended.then(({ code, signal }) => [code, signal]), [3, null]);
  });
});

Deno.test("children: those that ignore SIGTERM are killed after five seconds, side by side, and told before", async () => {
  await inFolder(async (folder) => {
    const children = new ChildProcesses();
    const names = ["a", "b", "c"];
    const deaf = await Promise.all(names.map((name) => started(children, name, `trap ': >"$0.asked"' TERM`, folder)));
    const polite = await started(children, "polite", ":", folder);
    const told: string[] = [];
    const startMs = performance.now();
    const stopping = children.stop((child) => {
      assert.ok(performance.now() - startMs >= 4990, "before its time");
      assert.ok(lives(child.pid));
      // All were asked at once: none had to wait until another was killed.
      for (const name of names) assert.ok(exists(`${folder}/${name}.asked`), `${name} was not asked yet`);
      told.push(child.name);
    });
    assert.equal((await polite.ended).signal, "SIGTERM");
    assert.deepEqual(told, []);
    await stopping;
    assert.deepEqual(told.sort(), names);
    for (const { ended, pid } of deaf) {
      assert.equal((await ended).signal, "SIGKILL");
      assert.ok(!lives(pid));
    }
  });
});
