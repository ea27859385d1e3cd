import { Libc } from "../posix/libc.ts";

/** A file in memory. */
export interface MemoryFile {
  /** Where it can be opened by this process: a path in /proc. */
  readonly path: string;
  /** Its open descriptor, which keeps it; closed when another program is started. */
  readonly descriptor: number;
}

/**
 * Puts `bytes` into a file that exists in memory only, and that nobody else can write: it needs no folder that is writable or that may hold programs.
 * `name` is what it is called in /proc. Errors: `PosixError`, and those of the system.
 */
export function copyToMemory(name: string, bytes: Uint8Array): MemoryFile {
  const libc = new Libc();
  const closeOnExec = 1;
  // The system takes 249 bytes at most.
  const text = new TextEncoder().encode(name).subarray(0, 200);
  const descriptor = libc.unwrap(
    "memfd_create",
    libc.call.memfd_create(new Uint8Array([...text, 0]), closeOnExec),
    name,
  );
  const path = `/proc/self/fd/${descriptor}`;
  try {
    Deno.writeFileSync(path, bytes);
  } catch (error) {
    libc.call.close(descriptor);
    throw error;
  }
  return { path, descriptor };
}
