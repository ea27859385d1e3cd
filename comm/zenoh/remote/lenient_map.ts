/** A map that has something for every key: zenoh-ts writes a line to the console for each message to what was taken back a moment before. */
export class LenientMap<Key, Value> extends Map<Key, Value> {
  readonly #otherwise: Value;

  /** `otherwise` is what keys have that are not there. */
  constructor(otherwise: Value) {
    super();
    this.#otherwise = otherwise;
  }

  /** The value of `key`, or the one of all others. */
  override get(key: Key): Value {
    return super.get(key) ?? this.#otherwise;
  }
}
