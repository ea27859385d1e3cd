import { NO_HEAP_FIGURES } from "./no_heap_figures.ts";

/** What happened on the JavaScript heap of a thread during a run. */
export interface HeapFigures {
  /** True when the run was long enough: the heap is watched from the 3000th cycle on. All else is 0 when it was not. */
  watched: boolean;
  /** Bytes in use at the end more than at the start; below 0 when a collection freed more. */
  growth_bytes: number;
  /** Collections seen: the heap was smaller than at the sample before. */
  minor_gcs: number;
  /** 1 when at least one full collection took place, else 0. */
  major_gcs: number;
}

/**
 * Watches the heap of the thread that makes it, from samples that the loop takes now and then.
 *
 * - A full collection is the only one that clears a weak reference (with the V8 flags of this program), which is how it is noticed.
 * - `sample` allocates some hundred bytes: call it about once a second.
 */
export class HeapWatch {
  readonly #canary = new WeakRef({});
  #start = 0;
  #last = 0;
  #collections = 0;

  /** Starts to count. */
  start(): void {
    this.#collections = 0;
    this.#start = this.#last = Deno.memoryUsage().heapUsed;
  }

  /** Looks at the heap. */
  sample(): void {
    const used = Deno.memoryUsage().heapUsed;
    if (used < this.#last) this.#collections++;
    this.#last = used;
  }

  /** The figures since the start, zeros when it was never started. The thread must have returned to its event loop between
   * making the watch and starting it, and not since. */
  figures(): HeapFigures {
    if (this.#start === 0) return NO_HEAP_FIGURES;
    this.sample();
    const cleared = this.#canary.deref() === undefined;
    return {
      watched: true,
      growth_bytes: this.#last - this.#start,
      minor_gcs: Math.max(0, this.#collections - (cleared ? 1 : 0)),
      major_gcs: cleared ? 1 : 0,
    };
  }
}
