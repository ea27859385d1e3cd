/**
 * Writes bytes to a standard stream. Returns false when they are lost, whole or in part: the reader of a pipe is gone, or does not read for
 * `patienceMs`; the disk behind a file is full; the stream is closed. A robot does not stop for that.
 */
export function writeStream(
  stream: { writeSync(bytes: Uint8Array): number },
  bytes: Uint8Array,
  patienceMs: number,
): boolean {
  let waitedMs = 0;
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(stream.writeSync(rest));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock) || waitedMs++ >= patienceMs) return false;
      // The stream is set not to wait, by whoever shares it; so we do, and leave the processor to the reader.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
  return true;
}
