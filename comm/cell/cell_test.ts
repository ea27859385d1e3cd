import assert from "node:assert/strict";
import * as fc from "fast-check";
import { Libc } from "../../core/posix/libc.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { MappedCell } from "../shm/mapped_cell.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { cellBytes } from "./cell_bytes.ts";
import { CellLayout } from "./cell_layout.ts";
import { CellMemory, type SingleCell } from "./cell_memory.ts";
import { CellReader } from "./cell_reader.ts";
import { CellWriter } from "./cell_writer.ts";

const libc = new Libc(); // opened here, so that no single test is found to have left it open
const CAPACITY = 64;
/** Sequence numbers shortly before they change sign, and before they come round to 0. */
const WRAPS = [2 ** 31 - 3, 2 ** 32 - 3];

/** A cell that has seen `sequence` messages. */
function cellAt(sequence: number): SingleCell {
  const cell = CellMemory.allocate(CAPACITY);
  const { words } = new CellMemory(cell);
  words[CellLayout.W_SEQUENCE] = sequence;
  return cell;
}

function publish(writer: CellWriter, bytes: readonly number[]): number {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  new Uint8Array(words.buffer).set(bytes);
  return writer.publish(words, 0, bytes.length);
}

function take(reader: CellReader): number[] | undefined {
  const words = new Uint32Array(CAPACITY / 4);
  const length = reader.takeLatest(words);
  return length < 0 ? undefined : [...new Uint8Array(words.buffer, 0, length)];
}

/** The simplest cell: a number and the latest message. */
interface Model {
  messages: number;
  latest: number[];
  readers: { taken: number; overwritten: number }[];
}

interface Real {
  cell: SingleCell;
  writer: CellWriter;
  readers: CellReader[];
}

class Publish implements fc.Command<Model, Real> {
  constructor(readonly bytes: number[]) {}
  check = () => true;
  run(model: Model, real: Real): void {
    const fits = this.bytes.length <= CAPACITY;
    assert.equal(publish(real.writer, this.bytes), fits ? 0 : -1);
    if (!fits) return;
    model.messages++;
    model.latest = this.bytes;
  }
  toString = () => `publish(${this.bytes.length} bytes)`;
}

class Take implements fc.Command<Model, Real> {
  constructor(readonly which: number) {}
  check = (model: Readonly<Model>) => model.readers.length > 0;
  run(model: Model, real: Real): void {
    const i = this.which % model.readers.length;
    const expected = model.readers[i];
    const fresh = expected.taken !== model.messages;
    assert.deepEqual(take(real.readers[i]), fresh ? model.latest : undefined);
    if (fresh) expected.overwritten += model.messages - expected.taken - 1;
    expected.taken = model.messages;
    assert.equal(real.readers[i].overwritten, expected.overwritten);
    assert.equal(real.readers[i].overtaken, 0);
  }
  toString = () => `take(reader ${this.which})`;
}

class NewReader implements fc.Command<Model, Real> {
  check = () => true;
  run(model: Model, real: Real): void {
    model.readers.push({ taken: model.messages, overwritten: 0 });
    real.readers.push(new CellReader(real.cell));
  }
  toString = () => "new reader";
}

class NewWriter implements fc.Command<Model, Real> {
  /** `cut`: the old one died within a message. */
  constructor(readonly cut: boolean) {}
  check = () => true;
  run(_: Model, real: Real): void {
    if (this.cut) {
      const memory = new CellMemory(real.cell);
      const sequence = (memory.atomics[CellLayout.W_SEQUENCE] + 1) | 0;
      const slot = memory.slot(sequence);
      memory.atomics[slot + CellLayout.S_SEQUENCE] = ~sequence;
      memory.words.fill(0xdead, slot + 1, slot + CellLayout.SLOT_HEADER + 3);
    }
    real.writer = new CellWriter(real.cell);
  }
  toString = () => this.cut ? "new writer after one that died" : "new writer";
}

Deno.test("cell: readers and writers behave like the simplest model, wherever the numbers stand", () => {
  const commands = [
    fc.array(fc.nat(255), { maxLength: CAPACITY + 8 }).map((bytes) => new Publish(bytes)),
    fc.array(fc.nat(255), { maxLength: 12 }).map((bytes) => new Publish(bytes)),
    fc.nat(5).map((which) => new Take(which)),
    fc.nat(5).map((which) => new Take(which)),
    fc.constant(new NewReader()),
    fc.boolean().map((cut) => new NewWriter(cut)),
  ];
  const start = fc.oneof(fc.constantFrom(0, ...WRAPS, 2 ** 31, 2 ** 32 - 1), fc.nat());
  fc.assert(
    fc.property(start, fc.commands(commands, { maxCommands: 60 }), (start, commands) => {
      fc.modelRun(() => {
        const cell = cellAt(start);
        return {
          model: { messages: 0, latest: [], readers: [] },
          real: { cell, writer: new CellWriter(cell), readers: [] },
        };
      }, commands);
    }),
    { numRuns: 300 },
  );
});

for (const start of WRAPS) {
  Deno.test(`cell: numbers wrap from ${start} on without a gap or a repetition`, () => {
    const cell = cellAt(start);
    const writer = new CellWriter(cell);
    const [every, seldom] = [new CellReader(cell), new CellReader(cell)];
    for (let n = 1; n <= 12; n++) {
      assert.equal(publish(writer, [n]), 0);
      assert.deepEqual(take(every), [n]);
      assert.equal(take(every), undefined);
      if (n % 5 === 0) assert.deepEqual(take(seldom), [n]);
    }
    assert.deepEqual([every.overwritten, seldom.overwritten], [0, 8]);
    assert.equal(writer.foreign, 0);
  });
}

Deno.test("cell: a slot that is being written is no message, also where its mark looks like a number", () => {
  // The number of message 3, 2, 1, … is the mark of others; none is taken for what it is not.
  for (const start of [0, ...WRAPS, 2 ** 31 - 5, 2 ** 32 - 5]) {
    const cell = cellAt(start);
    const memory = new CellMemory(cell);
    const reader = new CellReader(cell);
    for (let step = 1; step <= 8; step++) {
      const sequence = (start + step) | 0;
      const slot = memory.slot(sequence);
      assert.notEqual(~sequence & 3, sequence & 3);
      memory.atomics[slot + CellLayout.S_SEQUENCE] = ~sequence;
      memory.atomics[CellLayout.W_SEQUENCE] = sequence;
      assert.equal(take(reader), undefined);
    }
    assert.equal(reader.overtaken, 8 * 4);
  }
});

Deno.test("cell: a second writer at the same time is counted by the first", () => {
  const cell = CellMemory.allocate(CAPACITY);
  const [first, second] = [new CellWriter(cell), new CellWriter(cell)];
  publish(first, [1]);
  assert.equal(first.foreign, 0);
  publish(second, [2]);
  publish(second, [3]);
  publish(first, [4]);
  assert.equal(first.foreign, 1);
});

Deno.test("cell: what does not fit the reader's memory is passed over whole", () => {
  const cell = CellMemory.allocate(CAPACITY);
  const writer = new CellWriter(cell), reader = new CellReader(cell);
  const small = new Uint32Array(2);
  publish(writer, Array(12).fill(1));
  assert.equal(reader.takeLatest(small), -1);
  assert.deepEqual([...small], [0, 0]);
  publish(writer, [5, 0, 0, 0, 6]);
  assert.equal(reader.takeLatest(small), 5);
  assert.deepEqual([...small], [5, 6]);
});

Deno.test("cell: a message may come from the middle of a larger memory", () => {
  const cell = CellMemory.allocate(CAPACITY);
  const writer = new CellWriter(cell), reader = new CellReader(cell);
  writer.publish(new Uint32Array([1, 2, 3, 4, 5]), 8, 8);
  const into = new Uint32Array(4);
  assert.equal(reader.takeLatest(into), 8);
  assert.deepEqual([...into], [3, 4, 0, 0]);
});

Deno.test("cell: arrival is the time of publication, as local time and as 64-bit stamp", () => {
  const clock = new SystemClock();
  const cell = CellMemory.allocate(CAPACITY);
  const writer = new CellWriter(cell, clock), reader = new CellReader(cell, clock);
  assert.deepEqual([reader.arrivalNs, reader.ageNs()], [-Infinity, Infinity]);
  const before = clock.now();
  publish(writer, [1]);
  const after = clock.now();
  take(reader);
  assert.ok(reader.arrivalNs >= before && reader.arrivalNs <= after);
  const stamp = new Uint32Array(2);
  clock.stamp(reader.arrivalNs, stamp, 0);
  assert.deepEqual(reader.arrivalStamp, stamp);
  assert.ok(reader.ageNs() >= clock.now() - after - 1e9);
});

Deno.test("cell: taking needs no right to write", () => {
  using folder = new ScratchFolder();
  const path = `${folder.path}/cell`;
  const cell = MappedCell.open(path, CAPACITY);
  const writer = new CellWriter(cell.descriptor);
  const O_RDONLY = 0, PROT_READ = 1, MAP_SHARED = 1;
  const fd = libc.unwrap("open", libc.call.open(new TextEncoder().encode(`${path}\0`), O_RDONLY, 0));
  const bytes = cellBytes(CAPACITY);
  const pointer = libc.call.mmap(null, BigInt(bytes), PROT_READ, MAP_SHARED, fd, 0n);
  const address = Deno.UnsafePointer.value(pointer);
  const reader = new CellReader({ kind: "mapped", address, byteLength: bytes });
  assert.equal(take(reader), undefined);
  publish(writer, [1, 2, 3]);
  assert.deepEqual(take(reader), [1, 2, 3]);
  libc.call.munmap(pointer, BigInt(bytes));
  libc.call.close(fd);
  cell.close();
});

Deno.test("cell: waiting ends with a message or after the timeout, and costs the writer nothing afterwards", () => {
  const cell = CellMemory.allocate(CAPACITY);
  const { atomics } = new CellMemory(cell);
  const writer = new CellWriter(cell), reader = new CellReader(cell);
  publish(writer, [1]);
  assert.equal(reader.wait(900_000_000), true, "there is one already");
  take(reader);
  const clock = new SystemClock();
  const start = clock.now();
  assert.equal(reader.wait(5_000_000), false);
  assert.ok(clock.now() - start >= 5_000_000);
  // As if the reader had been killed asleep: its registration is for the next message alone.
  assert.equal(atomics[CellLayout.W_AWAITED], 1);
  publish(writer, [2]);
  assert.notEqual(atomics[CellLayout.W_AWAITED], atomics[CellLayout.W_SEQUENCE]);
});

Deno.test("cell: no wake-up is lost between sleepers of several threads", async () => {
  const rounds = 5_000;
  const ping = CellMemory.allocate(CAPACITY);
  const pongs = [CellMemory.allocate(CAPACITY), CellMemory.allocate(CAPACITY)];
  const clock = new SystemClock();
  const writer = new CellWriter(ping, clock);
  const readers = pongs.map((pong) => new CellReader(pong, clock));
  const workers = pongs.map((to) => {
    const worker = new Worker(new URL("../testing/ping_pong_thread.ts", import.meta.url), { type: "module" });
    const said: unknown[] = [];
    worker.onmessage = ({ data }) => said.push(data);
    worker.postMessage({ from: ping, to, rounds });
    return { worker, said };
  });
  const told = async (count: number) => {
    while (workers.some(({ said }) => said.length < count)) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  await told(1);
  let timeouts = 0;
  for (let round = 0; round < rounds; round++) {
    publish(writer, [round & 255]);
    for (const reader of readers) {
      while (take(reader) === undefined) if (!reader.wait(900_000_000)) timeouts++;
    }
  }
  await told(2);
  for (const { worker, said } of workers) {
    timeouts += said[1] as number;
    worker.terminate();
  }
  // A thread that the computer did not run for 0.9 s counts too; sleepers that are forgotten would be hundreds.
  assert.ok(timeouts < rounds / 100, `${timeouts} of ${rounds}`);
});
