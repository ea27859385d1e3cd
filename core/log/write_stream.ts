import { Libc } from "../posix/libc.ts";

const POLLOUT = 4;
/** What a pipe that is ready takes without waiting [bytes]. */
const AT_ONCE = 4096;

/**
 * Writes bytes to a standard stream: 1 is the standard output, 2 the standard error. Returns false when they are lost, whole or in part: nobody
 * reads for `patienceMs` (a pipe that is full, a terminal that is stopped), the reader is gone, the disk behind a file is full, or the stream
 * is closed. A robot does not stop for that.
 */
export function writeStream(stream: 1 | 2, bytes: Uint8Array, patienceMs: number): boolean {
  const target = stream === 1 ? Deno.stdout : Deno.stderr;
  const poll = new Int32Array([stream, POLLOUT]); // struct pollfd: file, events and returned events of 16 bits each
  const { call } = new Libc();
  for (let rest = bytes; rest.length > 0;) {
    if (call.poll(new Uint8Array(poll.buffer), 1n, patienceMs) < 1) return false;
    try {
      rest = rest.subarray(target.writeSync(rest.subarray(0, AT_ONCE)));
    } catch (error) {
      if (!(error instanceof Deno.errors.WouldBlock)) return false;
    }
  }
  return true;
}
