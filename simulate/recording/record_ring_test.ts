import assert from "node:assert/strict";
import fc from "fast-check";
import { Libc } from "../../core/posix/libc.ts";
import { SystemClock } from "../../core/system_clock.ts";
import { TestClock } from "../../core/test_clock.ts";
import { allocateRecordRing } from "./allocate_record_ring.ts";
import { RecordLayout } from "./record_layout.ts";
import { RecordReader } from "./record_reader.ts";
import { RecordWriter } from "./record_writer.ts";

new Libc(); // opened here, so that no single test is found to have left it open

interface Taken {
  channel: number;
  sequence: number;
  timeNs: number;
  bytes: number[];
}

function drained(reader: RecordReader): Taken[] {
  const all: Taken[] = [];
  reader.drain((channel, sequence, timeNs, bytes) => void all.push({ channel, sequence, timeNs, bytes: [...bytes] }));
  return all;
}

/** A message of `length` bytes, of which each is another one. */
function message(length: number, seed: number): { words: Uint32Array; bytes: number[] } {
  const words = new Uint32Array(Math.ceil(length / 4) + 2);
  const bytes = new Uint8Array(words.buffer, 8, length).map((_, i) => (31 * seed + i) & 255);
  new Uint8Array(words.buffer, 8, length).set(bytes);
  return { words, bytes: [...bytes] };
}

Deno.test("ring of records: any mix of messages and looks gives what was added, in order, or counts it as lost", () => {
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ channel: fc.nat(3), length: fc.nat(140) }) },
    { weight: 1, arbitrary: fc.constant("drain" as const) },
  );
  fc.assert(fc.property(
    fc.array(step, { maxLength: 200 }),
    fc.constantFrom(128, 256, 512),
    fc.constantFrom(0, 2 ** 31 - 9, -5), // where the counters wrap
    (steps, bytes, start) => {
      const buffer = allocateRecordRing(bytes);
      const header = new Int32Array(buffer, 0, RecordLayout.HEADER);
      header[RecordLayout.W_WRITTEN] = header[RecordLayout.W_TAKEN] = start;
      const clock = new TestClock();
      const writer = new RecordWriter(buffer, 4, clock);
      const reader = new RecordReader(buffer);
      const sequences = [0, 0, 0, 0];
      let expected: Taken[] = [];
      let lost = 0;
      let free = bytes;
      for (const [n, each] of steps.entries()) {
        if (each === "drain") {
          assert.deepEqual(drained(reader), expected);
          expected = [];
          free = bytes;
          continue;
        }
        const { channel, length } = each;
        const { words, bytes: content } = message(length, n);
        clock.timeNs = 1e12 + n + 0.5;
        writer.add(channel, words, 8, length);
        const sequence = sequences[channel]++;
        const needed = 24 + 8 * Math.ceil(length / 8);
        if (needed > free) lost++;
        else {
          free -= needed;
          expected.push({ channel, sequence, timeNs: clock.now(), bytes: content });
        }
      }
      assert.deepEqual(drained(reader), expected);
      assert.equal(reader.lost, lost);
    },
  ));
});

Deno.test("ring of records: a writer that waits goes on when the reader has closed the ring, and drops a message that never fits", () => {
  const buffer = allocateRecordRing(128);
  const wall = new SystemClock();
  const writer = new RecordWriter(buffer, 1, wall, wall);
  const reader = new RecordReader(buffer);
  writer.add(0, new Uint32Array(64), 0, 200);
  assert.equal(reader.lost, 1);
  writer.add(0, new Uint32Array(64), 0, 100);
  reader.close();
  writer.add(0, new Uint32Array(64), 0, 100); // would wait for ever
  assert.deepEqual(drained(reader).map(({ sequence }) => sequence), [1]);
  assert.equal(reader.lost, 1, "after the end nothing is lost");
});

for (const waits of [false, true]) {
  const what = waits ? "none is lost when the writer waits" : "each arrives or is counted as lost";
  Deno.test(`ring of records: between two threads no message is torn, doubled or out of order, and ${what}`, async () => {
    const MESSAGES = waits ? 20_000 : 300_000;
    const buffer = allocateRecordRing(4096);
    const done = new Int32Array(new SharedArrayBuffer(4));
    const reader = new RecordReader(buffer);
    const worker = new Worker(new URL("./test_record_worker.ts", import.meta.url), { type: "module" });
    worker.postMessage({ buffer, messages: MESSAGES, waits, done });
    let last = -1, count = 0;
    const take = (channel: number, sequence: number, _timeNs: number, bytes: Uint8Array) => {
      const n = 2 * sequence + channel;
      assert.ok(n > last, `${n} after ${last}`);
      assert.equal(bytes.length, n % 251);
      const words = new Uint32Array(bytes.buffer, 0, Math.floor(bytes.length / 4));
      assert.ok(words.every((word) => word === n), `message ${n} is of one piece`);
      last = n;
      count++;
    };
    while (Atomics.load(done, 0) === 0) {
      reader.drain(take);
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    reader.drain(take);
    worker.terminate();
    assert.equal(count + reader.lost, MESSAGES);
    if (waits) assert.equal(reader.lost, 0);
    else assert.ok(count > 50, "some came through");
  });
}
