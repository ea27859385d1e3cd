const SLOTS = 256;
const WORDS = 5; // code, four numbers

/**
 * Events from a control loop to the main thread: a ring for one writer and one reader, each event a code and four numbers.
 *
 * - Real-time safe: `push`; when the ring is full the event is dropped and counted in `dropped`.
 * - Reading (`drain`) happens on the other thread.
 */
export class EventRing {
  /** Bytes of memory of one ring. */
  static readonly BYTES: number = 16 + SLOTS * WORDS * 8;
  readonly #index: Int32Array; // written, read, dropped
  readonly #values: Float64Array;

  /** On `buffer` from `byteOffset` (a multiple of 8), zeros being empty. */
  constructor(buffer: SharedArrayBuffer, byteOffset = 0) {
    this.#index = new Int32Array(buffer, byteOffset, 4);
    this.#values = new Float64Array(buffer, byteOffset + 16, SLOTS * WORDS);
  }

  /**
   * Adds an event.
   *
   * @realtime
   */
  push(code: number, a: number, b: number, c: number, d: number): void {
    const written = this.#index[0];
    if (((written - Atomics.load(this.#index, 1)) | 0) >= SLOTS) {
      this.#index[2]++;
      return;
    }
    const at = (written & (SLOTS - 1)) * WORDS;
    const values = this.#values;
    values[at] = code;
    values[at + 1] = a;
    values[at + 2] = b;
    values[at + 3] = c;
    values[at + 4] = d;
    Atomics.store(this.#index, 0, (written + 1) | 0);
  }

  /** Calls `take` for each event since the last call, oldest first. */
  drain(take: (code: number, a: number, b: number, c: number, d: number) => void): void {
    let read = this.#index[1];
    while (read !== Atomics.load(this.#index, 0)) {
      const at = (read & (SLOTS - 1)) * WORDS;
      const v = this.#values;
      const event = [v[at], v[at + 1], v[at + 2], v[at + 3], v[at + 4]] as const;
      read = (read + 1) | 0;
      Atomics.store(this.#index, 1, read);
      take(...event);
    }
  }

  /** Events lost because nobody drained the ring in time. */
  get dropped(): number {
    return this.#index[2];
  }
}
