import { FrameLayout } from "../feed/frame_layout.ts";

/** The last frames, oldest first: a ring of fixed size. */
export class FrameHistory {
  readonly #length: number;
  readonly #capacity: number;
  readonly #values: Float64Array;
  #begin = 0;
  #size = 0;

  /** `length`: values of a frame; `capacity`: so many frames are kept. */
  constructor(length: number, capacity: number) {
    this.#length = length;
    this.#capacity = capacity;
    this.#values = new Float64Array(length * capacity);
  }

  /** Number of frames. */
  get size(): number {
    return this.#size;
  }

  /** Keeps a frame. */
  add(frame: Float64Array): void {
    const slot = (this.#begin + this.#size) % this.#capacity;
    this.#values.set(frame.subarray(0, this.#length), slot * this.#length);
    if (this.#size < this.#capacity) this.#size++;
    else this.#begin = (this.#begin + 1) % this.#capacity;
  }

  /** A value of the frame with number `index`. */
  value(index: number, at: number): number {
    return this.#values[((this.#begin + index) % this.#capacity) * this.#length + at];
  }

  /** The frame with number `index`, without a copy. */
  frame(index: number): Float64Array {
    const slot = (this.#begin + index) % this.#capacity;
    return this.#values.subarray(slot * this.#length, (slot + 1) * this.#length);
  }

  /** Number of the first frame at or after a time [s]. */
  find(timeS: number): number {
    let [low, high] = [0, this.#size];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.value(middle, FrameLayout.TIME) < timeS) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
