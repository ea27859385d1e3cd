import { Libc } from "./posix/libc.ts";

const O_NONBLOCK = 0o4000;
const O_CLOEXEC = 0o2000000;
const POLLIN = 1;
const POLLHUP = 16;
/** How often it is looked for more [ms]. */
const LOOK_MS = 20;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads a named pipe until its writer closes it, or `most` bytes have come. To open one in the usual way holds up the whole thread until somebody
 * writes to it, signals included; here the thread stays free. Errors: `PosixError`.
 */
export async function readPipe(path: string, most: number): Promise<Uint8Array> {
  const libc = new Libc();
  const name = new TextEncoder().encode(`${path}\0`);
  const descriptor = libc.unwrap("open", libc.call.open(name, O_NONBLOCK | O_CLOEXEC, 0), path);
  const chunk = new Uint8Array(CHUNK_BYTES);
  const parts: Uint8Array[] = [];
  let length = 0;
  // struct pollfd: descriptor, wanted and found events.
  const ask = new DataView(new ArrayBuffer(8));
  ask.setInt32(0, descriptor, true);
  ask.setInt16(4, POLLIN, true);
  try {
    while (length < most) {
      ask.setInt16(6, 0, true);
      libc.unwrap("poll", libc.call.poll(new Uint8Array(ask.buffer), 1n, 0), path);
      const found = ask.getInt16(6, true);
      if ((found & POLLIN) !== 0) {
        const count = libc.unwrap("read", libc.call.read(descriptor, chunk, BigInt(chunk.length)), path);
        parts.push(chunk.slice(0, count));
        length += count;
      } else if ((found & POLLHUP) !== 0) break; // there was a writer, and it is gone
      else await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  } finally {
    libc.call.close(descriptor);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
