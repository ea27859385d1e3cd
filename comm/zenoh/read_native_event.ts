const HEADER_BYTES = 20;
const ABSENT = 0xffffffff;

/** One event of the native library. */
export interface NativeEvent {
  /** See `NativeEventKind`. */
  readonly kind: number;
  /** Of the queryable, question or watch. */
  readonly id: number;
  /** See the kind. */
  readonly number: number;
  /** See the kind. */
  readonly payload: Uint8Array<ArrayBuffer>;
  /** What travelled beside the payload. */
  readonly attachment?: Uint8Array<ArrayBuffer>;
}

/** Reads an event; its parts are views of `bytes`. */
export function readNativeEvent(bytes: Uint8Array<ArrayBuffer>): NativeEvent {
  const words = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const [kind, id, number, length, attached] = [0, 4, 8, 12, 16].map((at) => words.getUint32(at, true));
  const payload = bytes.subarray(HEADER_BYTES, HEADER_BYTES + length);
  const event = { kind, id, number, payload };
  return attached === ABSENT ? event : { ...event, attachment: bytes.subarray(HEADER_BYTES + length) };
}
