import { EventRing } from "./event_ring.ts";
import { Histogram } from "./histogram.ts";

/** What a {@link SharedBlock} holds. */
export interface BlockShape {
  /** Number of 32-bit flags. */
  readonly flags: number;
  /** Number of 64-bit floating-point values. */
  readonly values: number;
  /** Number of histograms. */
  readonly histograms: number;
}

/**
 * The memory between a control loop and the main thread of its process: flags (read and written by `Atomics`), values that only the loop
 * writes, histograms and a ring of events. It goes through `postMessage` as its `buffer`.
 */
export class SharedBlock {
  /** The memory. */
  readonly buffer: SharedArrayBuffer;
  /** Flags of both directions. */
  readonly flags: Int32Array;
  /** Counters and measurements of the loop. */
  readonly values: Float64Array;
  /** Durations measured by the loop. */
  readonly histograms: readonly Histogram[];
  /** What the loop wants logged. */
  readonly events: EventRing;

  /** A new block, or with `buffer` the one that another thread made with the same shape. */
  constructor(shape: BlockShape, buffer?: SharedArrayBuffer) {
    const flagBytes = Math.ceil(shape.flags / 2) * 8;
    const valueBytes = shape.values * 8;
    const events = flagBytes + valueBytes + shape.histograms * Histogram.BYTES;
    this.buffer = buffer ?? new SharedArrayBuffer(events + EventRing.BYTES);
    this.flags = new Int32Array(this.buffer, 0, shape.flags);
    this.values = new Float64Array(this.buffer, flagBytes, shape.values);
    const histograms: Histogram[] = [];
    for (let i = 0; i < shape.histograms; i++) {
      histograms.push(new Histogram(this.buffer, flagBytes + valueBytes + i * Histogram.BYTES));
    }
    this.histograms = histograms;
    this.events = new EventRing(this.buffer, events);
  }

  /** Forgets all values, durations and events; the flags stay. Only while no other thread works with the block. */
  reset(): void {
    this.values.fill(0);
    this.histograms.forEach((histogram) => histogram.reset());
    this.events.drain(() => {});
  }
}
