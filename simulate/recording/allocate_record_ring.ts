import { RecordLayout as L } from "./record_layout.ts";

/** Memory of an empty ring for `RecordWriter` and `RecordReader`; `bytes` is a power of two. It goes through `postMessage`. */
export function allocateRecordRing(bytes: number = L.BYTES): SharedArrayBuffer {
  const buffer = new SharedArrayBuffer(4 * L.HEADER + bytes);
  // Touched once by the thread that may wait for its pages: the loop does not.
  new Uint8Array(buffer).fill(0);
  return buffer;
}
