import { SystemClock } from "../../core/system_clock.ts";
import { CellLayout } from "../cell/cell_layout.ts";
import { CellMemory, type SingleCell } from "../cell/cell_memory.ts";
import { CellReader } from "../cell/cell_reader.ts";
import { CellWriter } from "../cell/cell_writer.ts";

/** What a reader saw of messages 1, 2, 3, … */
export interface HammerReport {
  /** Messages taken. */
  taken: number;
  /** Messages that were not one writer's message as a whole. */
  torn: number;
  /** Messages that are older than the one before, or the same. */
  backwards: number;
  /** Messages that were not counted as taken or overwritten. */
  uncounted: number;
  /** Number of the last message taken. */
  last: number;
}

/** Something that takes messages like a `CellReader`. */
interface Taker {
  takeLatest(into: Uint32Array): number;
}

/**
 * Messages that show when they are torn: every word of message `n` is `n`, and its length follows from `n`.
 * All of it runs in threads and processes that hammer one cell.
 */
export const cellHammer = {
  /** Length of message `n` [words], 1 to `most`, in an order that looks random. */
  wordsOf(n: number, most: number): number {
    return 1 + (Math.imul(n, 0x9e3779b1) >>> 8) % most;
  },

  /** Publishes messages `from` to `to`, or until the process is killed. `published` is called after each of the first three. */
  write(descriptor: SingleCell, from: number, to: number, published: () => void = () => {}): void {
    const writer = new CellWriter(descriptor, new SystemClock());
    const source = new Uint32Array(writer.capacity / 4);
    for (let n = from; n <= to; n++) {
      const count = cellHammer.wordsOf(n, source.length);
      for (let i = 0; i < count; i++) source[i] = n;
      writer.publish(source, 0, 4 * count);
      if (n < from + 3) published();
    }
  },

  /** Takes messages until message `last` has come, or `enough` is reached. `ready` is called when nothing can be missed any more. */
  read(descriptor: SingleCell, last: number, ready: () => void, enough = Infinity): HammerReport {
    const reader = new CellReader(descriptor, new SystemClock());
    const report = cellHammer.readWith(reader, reader.capacity, last, ready, enough);
    report.uncounted = report.last - report.taken - reader.overwritten;
    return report;
  },

  /** The same with the check after the copy left out: a reader that must be found to be broken. */
  readUnchecked(descriptor: SingleCell, last: number, ready: () => void, enough = Infinity): HammerReport {
    const memory = new CellMemory(descriptor);
    let taken = Atomics.load(memory.atomics, CellLayout.W_SEQUENCE);
    const unchecked: Taker = {
      takeLatest(into) {
        const sequence = Atomics.load(memory.atomics, CellLayout.W_SEQUENCE);
        if (sequence === taken) return -1;
        taken = sequence;
        const slot = memory.slot(sequence);
        const length = memory.words[slot + CellLayout.S_LENGTH];
        const from = slot + CellLayout.SLOT_HEADER;
        for (let i = 0; i < length / 4; i++) into[i] = memory.words[from + i];
        return length;
      },
    };
    return cellHammer.readWith(unchecked, memory.capacity, last, ready, enough);
  },

  /** Takes with any taker and judges what comes. */
  readWith(taker: Taker, capacity: number, last: number, ready: () => void, enough: number): HammerReport {
    const into = new Uint32Array(capacity / 4);
    const report: HammerReport = { taken: 0, torn: 0, backwards: 0, uncounted: 0, last: 0 };
    ready();
    while (report.last < last && report.taken < enough) {
      const length = taker.takeLatest(into);
      if (length < 0) continue;
      report.taken++;
      const n = into[0];
      let whole = length === 4 * cellHammer.wordsOf(n, into.length);
      for (let i = 1; i < length / 4; i++) if (into[i] !== n) whole = false;
      if (!whole) report.torn++;
      else {
        if (n <= report.last) report.backwards++;
        report.last = n;
      }
    }
    return report;
  },
};
