/**
 * The time of the current cycle, handed to whoever works in it. It is an object and no number, because a number that goes into a call which the
 * compiler does not inline is allocated.
 */
export class LoopTime {
  readonly #ns = new Float64Array(1);

  /**
   * Local time of the loop's clock [ns].
   *
   * @realtime
   */
  get ns(): number {
    return this.#ns[0];
  }

  set ns(value: number) {
    this.#ns[0] = value;
  }
}
