/** More contacts than this are not told. */
const MOST = 256;
/** Numbers of a contact as MuJoCo tells it, see `MujocoSimulation.readContacts`, and as a view wants it, see `ViewContacts`. */
const [FULL, SHORT] = [8, 6];

/** Tells contacts, as `MujocoSimulation` does. */
export interface ContactTeller {
  /** Writes contacts, eight numbers each, and returns how many. */
  readContacts(into: Float64Array): number;
}

/**
 * Contacts of a world, in memory that the thread which advances it shares with the one that shows it.
 *
 * - One thread writes, another reads. A reader that comes in the middle of a write gets what it read before.
 */
export class ContactMemory {
  /** The memory, for the other thread. */
  readonly buffer: SharedArrayBuffer;
  /** Number of writes begun and ended, number of contacts. */
  readonly #head: Int32Array;
  readonly #values: Float64Array;
  readonly #scratch = new Float64Array(FULL * MOST);
  #last = new Float64Array();

  /** On `buffer` of another one, or on memory of its own. */
  constructor(buffer: SharedArrayBuffer = new SharedArrayBuffer(8 + 8 * SHORT * MOST)) {
    this.buffer = buffer;
    this.#head = new Int32Array(buffer, 0, 2);
    this.#values = new Float64Array(buffer, 8);
  }

  /** Writes the contacts of the present. Allocates what `teller` allocates. */
  write(teller: ContactTeller): void {
    const count = teller.readContacts(this.#scratch);
    Atomics.add(this.#head, 0, 1);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < SHORT; k++) this.#values[SHORT * i + k] = this.#scratch[FULL * i + k];
    }
    Atomics.store(this.#head, 1, count);
    Atomics.add(this.#head, 0, 1);
  }

  /** The contacts that were written last, see `ViewContacts.read`. */
  read(): Float64Array {
    const before = Atomics.load(this.#head, 0);
    const copy = this.#values.slice(0, SHORT * Atomics.load(this.#head, 1));
    if (before % 2 === 0 && Atomics.load(this.#head, 0) === before) this.#last = copy;
    return this.#last;
  }
}
