import { copyToMemory } from "./copy_to_memory.ts";

/**
 * Path of a copy in memory, called `name`, of a library that `read` gives: the first thread that asks makes it, all others get the same one, and it lives
 * as long as the process. A file that is the same for the C library gives the same instance, so that threads share what the library keeps; and
 * nobody can overwrite it while it runs. Throws what `read` throws, and `PosixError`.
 */
export function sharedCopy(name: string, read: () => Uint8Array): string {
  // One thread at a time. The folder is this process's own; a lock on it stops nobody else.
  using threads = Deno.openSync("/proc/self/fd");
  threads.lockSync(true);
  return findCopy(name) ?? copyToMemory(name, read()).path;
}

/** The copy that another thread has made. */
function findCopy(name: string): string | undefined {
  for (const { name: descriptor } of Deno.readDirSync("/proc/self/fd")) {
    const path = `/proc/self/fd/${descriptor}`;
    if (targetOf(path).startsWith(`/memfd:${name} `)) return path;
  }
  return undefined;
}

/** Where a descriptor leads; "" when it has been closed in the meantime. */
function targetOf(path: string): string {
  try {
    return Deno.readLinkSync(path);
  } catch {
    return "";
  }
}
