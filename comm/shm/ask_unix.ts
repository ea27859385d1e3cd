import { pauseOrAbort } from "../pause_or_abort.ts";
import type { KeyOwner } from "../transport_error.ts";
import { Frames } from "./frames.ts";

/** Pause between two attempts to connect [ms]: short at first, then longer, as an attempt takes some 80 µs of this thread. */
const RETRY_MS = 10;
const LATER_RETRY_MS = 50;
/** How often it tries at the short pause. */
const QUICK_RETRIES = 200;

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
  for (let attempt = 0; !ended.aborted; attempt++) {
    const connection = await connect(path);
    const pauseMs = attempt < QUICK_RETRIES ? RETRY_MS : LATER_RETRY_MS;
    if (connection === undefined) {
      await pauseOrAbort(pauseMs, ended);
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
      await pauseOrAbort(pauseMs, ended); // the owner ended while we wrote
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
