import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { MappedCell } from "../shm/mapped_cell.ts";
import { cellHammer, type HammerReport } from "../testing/cell_hammer.ts";
import type { HammerWork } from "../testing/cell_hammer_thread.ts";
import { eventually } from "../testing/eventually.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { ScriptProcess } from "../testing/script_process.ts";
import { CellMemory, type SingleCell } from "./cell_memory.ts";
import { CellReader } from "./cell_reader.ts";

new Libc(); // opened here, so that no single test is found to have left it open

const CAPACITY = 8192;
const MESSAGES = 100_000;

/** Hammers `cell` with one writing and two reading threads, and resolves to what the readers saw. */
async function hammerByThreads(
  cell: SingleCell,
  role: "read" | "unchecked",
  last: number,
): Promise<HammerReport[]> {
  const readers = [new HammerThread({ role, cell, last }), new HammerThread({ role, cell, last })];
  for (const reader of readers) assert.equal(await reader.said(), "ready");
  const writer = new HammerThread({ role: "write", cell, last });
  assert.equal(await writer.said(), "written");
  const reports = await Promise.all(readers.map((reader) => reader.said() as Promise<HammerReport>));
  for (const thread of [...readers, writer]) thread.end();
  return reports;
}

class HammerThread {
  readonly #worker = new Worker(new URL("../testing/cell_hammer_thread.ts", import.meta.url), { type: "module" });
  readonly #said: unknown[] = [];
  #wake = () => {};

  constructor(work: HammerWork) {
    this.#worker.onmessage = ({ data }) => {
      this.#said.push(data);
      this.#wake();
    };
    this.#worker.postMessage(work);
  }

  async said(): Promise<unknown> {
    while (this.#said.length === 0) await new Promise<void>((resolve) => this.#wake = resolve);
    return this.#said.shift();
  }

  end(): void {
    this.#worker.terminate();
  }
}

/** The same with one process each, on the file `path`. */
async function hammerByProcesses(path: string, role: "read" | "unchecked", last: number): Promise<HammerReport[]> {
  const start = (what: string) =>
    new ScriptProcess("cell_hammer_process.ts", [path, `${CAPACITY}`, what, "1", `${last}`]);
  await using one = start(role);
  await using two = start(role);
  for (const reader of [one, two]) assert.equal(await reader.line(), "ready");
  await using writer = start("write");
  const reports = [JSON.parse(await one.line()), JSON.parse(await two.line())];
  assert.equal((await writer.ended()).code, 0);
  return reports;
}

function assertSound(reports: HammerReport[], last: number): void {
  for (const report of reports) {
    const { torn, backwards, uncounted } = report;
    assert.deepEqual({ torn, backwards, uncounted, last: report.last }, { torn: 0, backwards: 0, uncounted: 0, last });
    assert.ok(report.taken > 0);
  }
}

Deno.test("cell: threads in shared memory see whole messages in order, and the last one", async () => {
  assertSound(await hammerByThreads(CellMemory.allocate(CAPACITY), "read", MESSAGES), MESSAGES);
});

Deno.test("cell: threads in mapped memory see whole messages in order, and the last one", async () => {
  using folder = new ScratchFolder();
  const cell = MappedCell.open(`${folder.path}/cell`, CAPACITY);
  assertSound(await hammerByThreads(cell.descriptor, "read", MESSAGES), MESSAGES);
  cell.close();
});

Deno.test("cell: processes see whole messages in order, and the last one", async () => {
  using folder = new ScratchFolder();
  assertSound(await hammerByProcesses(`${folder.path}/cell`, "read", MESSAGES), MESSAGES);
  assert.deepEqual([...Deno.readDirSync(folder.path)], [], "the last process removes the file");
});

Deno.test("cell: the same hammer finds a reader without the check after the copy", async () => {
  let torn = 0;
  for (let round = 0; round < 50 && torn === 0; round++) {
    for (const report of await hammerByThreads(CellMemory.allocate(CAPACITY), "unchecked", MESSAGES)) {
      torn += report.torn;
    }
  }
  assert.ok(torn > 0, "a broken reader passed: the test proves nothing");
});

Deno.test("cell: a writer killed at any moment leaves the last whole message, and the next one goes on behind it", async () => {
  using folder = new ScratchFolder();
  const path = `${folder.path}/cell`, capacity = 65536;
  const cell = MappedCell.open(path, capacity);
  const reader = new CellReader(cell.descriptor);
  const into = new Uint32Array(capacity / 4);
  let last = 0;
  const takeWhole = () => {
    const length = reader.takeLatest(into);
    if (length < 0) return false;
    assert.equal(length, 4 * cellHammer.wordsOf(into[0], into.length));
    assert.ok(into.subarray(0, length / 4).every((word) => word === into[0]), "a torn message");
    assert.ok(into[0] > last, `${into[0]} after ${last}`);
    last = into[0];
    return true;
  };
  for (let round = 0; round < 30; round++) {
    const first = last + 1;
    await using writer = new ScriptProcess("cell_hammer_process.ts", [
      path,
      `${capacity}`,
      "write",
      `${first}`,
      `${2 ** 31}`,
    ]);
    for (let i = 0; i < 3; i++) assert.equal(await writer.line(), "ready");
    const spin = performance.now() + Math.random() * 3;
    while (performance.now() < spin) takeWhole();
    writer.signal("SIGKILL");
    await writer.ended();
    takeWhole();
    assert.ok(last >= first, "the new writer was heard");
    assert.equal(takeWhole(), false, "nothing comes twice");
  }
  // A new writer of this process ends the story.
  cellHammer.write(cell.descriptor, last + 1, last + 5);
  assert.ok(takeWhole());
  cell.close();
});

Deno.test("cell: a stopped reader holds up nobody, and gets whole messages when it goes on", async () => {
  using folder = new ScratchFolder();
  const path = `${folder.path}/cell`;
  const cell = MappedCell.open(path, CAPACITY);
  await using reader = new ScriptProcess("cell_hammer_process.ts", [path, `${CAPACITY}`, "read", "1", "60000"]);
  assert.equal(await reader.line(), "ready");
  let from = 1;
  for (let round = 0; round < 5; round++) {
    cellHammer.write(cell.descriptor, from, from + 4999);
    reader.signal("SIGSTOP");
    await eventually(() => stateOf(reader.pid) === "T");
    cellHammer.write(cell.descriptor, from + 5000, from + 9999);
    reader.signal("SIGCONT");
    from += 10_000;
  }
  cellHammer.write(cell.descriptor, from, 60_000);
  assertSound([JSON.parse(await reader.line())], 60_000);
  cell.close();
});

/** State of a process: `T` is stopped. */
function stateOf(pid: number): string {
  return Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /s, "")[0];
}
