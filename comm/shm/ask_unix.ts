import type { KeyOwner } from "../transport_error.ts";
import { Frames } from "./frames.ts";

const RETRY_MS = 10;

/**
 * Sends one query to the socket at `path` and waits for the answer. A socket that is not there yet, and one that is closed before the whole
 * query went out, is tried again until `ended` is aborted. Once a query has gone out it is not sent again: the result is undefined when
 * its receiver ends, or gives no answer.
 */
export async function askUnix(
  path: string,
  payload: Uint8Array,
  self: KeyOwner,
  ended: AbortSignal,
): Promise<Uint8Array | undefined> {
  while (!ended.aborted) {
    const connection = await connect(path);
    if (connection === undefined) {
      await pause(ended);
      continue;
    }
    let open = true;
    const close = () => {
      if (open) connection.close();
      open = false;
    };
    ended.addEventListener("abort", close);
    try {
      if (ended.aborted) return undefined;
      const frames = new Frames(connection);
      await frames.write(new TextEncoder().encode(JSON.stringify(self)));
      await frames.write(payload);
      return await frames.read();
    } catch {
      await pause(ended); // the owner ended while we wrote
    } finally {
      ended.removeEventListener("abort", close);
      close();
    }
  }
  return undefined;
}

async function connect(path: string): Promise<Deno.Conn | undefined> {
  try {
    return await Deno.connect({ transport: "unix", path });
  } catch {
    return undefined;
  }
}

function pause(ended: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ended.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, RETRY_MS);
    ended.addEventListener("abort", done);
    if (ended.aborted) done();
  });
}
