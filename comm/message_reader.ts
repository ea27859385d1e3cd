/** The receiving end of a channel, in the thread that receives: a `CellReader`, or something that stands before one. */
export interface MessageReader {
  /** Arrival of the message last taken: local time of the loop's clock [ns]; `-Infinity` before the first. */
  readonly arrivalNs: number;
  /** The same as 64-bit stamp: low and high word. */
  readonly arrivalStamp: Uint32Array;
  /** Mark of the writer of the message last taken; 0 before the first. */
  readonly writer: number;
  /**
   * Copies the latest message, if there is a new one, to the start of `into`. Returns its length [bytes], or -1 when there is none, or when it does not
   * fit `into`.
   *
   * @realtime
   */
  takeLatest(into: Uint32Array): number;
}
