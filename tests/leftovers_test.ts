import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const noRoot = skipUnless(Deno.uid() === 0, "only root may act as another user");
const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
/** Layout of a cell, as docs/decisions and comm/cell/cell_layout.ts have it: what an old or a foreign version would write. */
const MAGIC = 0x43495255;

function shmFolder(): string {
  return `/dev/shm/uri-${Deno.uid()}`;
}

/** Puts something in the place of a file of `name`. */
function put(name: string, bytes: Uint8Array): string {
  const path = `${shmFolder()}/${name}`;
  Deno.mkdirSync(shmFolder(), { mode: 0o700, recursive: true });
  Deno.writeFileSync(path, bytes, { mode: 0o600 });
  return path;
}

function header(...words: number[]): Uint8Array {
  return new Uint8Array(new Uint32Array([...words, ...new Array(16 - words.length).fill(0)]).buffer);
}

/** A pair that runs for a moment and stops cleanly. */
async function runs(bench: Workbench, name: string): Promise<void> {
  const robot = bench.interface(name);
  const manager = bench.manager(bench.config({ [name]: {} }), "--for", "0.3");
  await manager.exits(0);
  robot.signal("SIGTERM");
  await robot.exits(0);
  assert.deepEqual(bench.leftovers(), []);
}

together(4, [
  {
    name:
      "twenty times kill -9 of both sides: no more files than one run has, each start takes its own first state, none are left at the end",
    async fn(bench) {
      const name = bench.name("crash");
      let most = 0;
      for (let run = 0; run < 20; run++) {
        const pose = POSE.map((value) => value + 0.3 * run / 20);
        const robot = { mock: { initial_positions: pose } };
        const right = bench.interface(name);
        const left = bench.manager(bench.config({ [name]: robot }));
        await left.line(/robot initialized/);
        const from = bench.commands(name).length;
        await until("commands", () => bench.commands(name).length > from + 20);
        if (run === 0) most = bench.leftovers().length;
        // Sometimes the one dies first, sometimes the other.
        for (const process of run % 2 === 0 ? [left, right] : [right, left]) process.signal("SIGKILL");
        await Promise.all([left.end(), right.end()]);
        const files = bench.leftovers();
        assert.ok(files.length <= most, `${files}`);
        // What the dead run before has left in shared memory is neither a state nor a command of this one.
        for (const { values } of bench.commands(name)) assert.deepEqual(values, pose);
      }
      await runs(bench, name);
    },
  },
  {
    name: "what a dead process or another version can leave stops no start",
    async fn(bench) {
      const cases: [string, (name: string) => void][] = [
        ["empty", (name) => put(`${name}~state.cell`, new Uint8Array(0))],
        ["zeros", (name) => put(`${name}~command.cell`, new Uint8Array(131264))],
        ["old layout", (name) => put(`${name}~state.cell`, header(MAGIC, 0, 32768, 4))],
        ["newer layout", (name) => put(`${name}~state.cell`, header(MAGIC, 99, 32768, 4))],
        ["too small", (name) => put(`${name}~state.cell`, header(MAGIC, 1, 32768, 4))],
        ["cut off", (name) => put(`${name}~command.cell`, header(MAGIC, 1, 32768, 4).slice(0, 9))],
      ];
      for (const [what, leave] of cases) {
        const name = bench.name("left");
        leave(name);
        await runs(bench, name).catch((cause) => {
          throw new Error(`after ${what}: ${cause.message}`, { cause });
        });
      }
      // Locks and sockets, under whatever names a run gives them.
      const name = bench.name("left");
      const robot = bench.interface(name);
      const manager = bench.manager(bench.config({ [name]: {} }));
      await manager.line(/robot initialized/);
      const files = bench.leftovers().filter((file) => !file.endsWith(".cell"));
      assert.ok(files.length >= 4, `${files}`);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.deepEqual(bench.leftovers(), []);
      for (const file of files) put(file, new TextEncoder().encode('{"pid":1,"description":"nobody"}'));
      await runs(bench, name);
      for (const file of files) put(file, crypto.getRandomValues(new Uint8Array(100)));
      await runs(bench, name);
    },
  },
  {
    name: "a segment that was never a cell is a clear error with its path, on both sides, exit code 1",
    both: true,
    async fn(bench) {
      const text = new TextEncoder().encode("something of somebody else".repeat(10));
      const cases: [string, (path: string) => void][] = [
        ["text", (path) => Deno.writeFileSync(path, text)],
        ["a link", (path) => Deno.symlinkSync("/etc/hostname", path)],
        ["a folder", (path) => Deno.mkdirSync(path)],
      ];
      for (const [what, make] of cases) {
        for (const kind of ["state", "command"]) {
          const name = bench.name("foreign");
          const path = `${put(`${name}~x`, new Uint8Array(0)).slice(0, -2)}~${kind}.cell`;
          make(path);
          const robot = bench.interface(name);
          const manager = bench.uri(["manager", "-c", bench.config({ [name]: {} })]);
          for (const process of [robot, manager]) {
            await process.exits(1);
            assert.ok(process.count(/\[error\]/) >= 1 && process.text.includes(path), `${what}: ${process.text}`);
            assert.doesNotMatch(process.text, /this is a defect|^\s+at /m);
          }
          const info = Deno.lstatSync(path);
          if (info.isFile) assert.deepEqual(Deno.readFileSync(path), text, "it is left as it is");
          Deno.removeSync(path);
        }
      }
      assert.ok(!Deno.readTextFileSync("/etc/hostname").startsWith("URIC"));
    },
  },
  {
    name: "a segment of another user that is in use is a clear error",
    ignore: noRoot,
    async fn(bench) {
      const name = bench.name("user");
      const path = put(`${name}~state.cell`, header(MAGIC, 1, 32768, 4));
      // Somebody uses it: what nobody uses is removed.
      using file = await Deno.open(path);
      await file.lock(false);
      Deno.chownSync(path, 65534, 65534);
      const robot = bench.interface(name);
      await robot.exits(1);
      assert.match(robot.text, new RegExp(`${path}: it belongs to user 65534`));
      Deno.removeSync(path);
    },
  },
  {
    name: "files of a run are the user's alone",
    async fn(bench) {
      const name = bench.name("mode");
      bench.interface(name);
      const manager = bench.manager(bench.config({ [name]: {} }));
      await manager.line(/robot initialized/);
      assert.equal(Deno.statSync(shmFolder()).mode! & 0o777, 0o700);
      const files = bench.leftovers();
      assert.ok(files.length >= 6, `${files}`);
      for (const file of files) assert.equal(Deno.lstatSync(`${shmFolder()}/${file}`).mode! & 0o777, 0o600, file);
      manager.signal("SIGTERM");
      await manager.exits(0);
      await pause(50);
    },
  },
]);
