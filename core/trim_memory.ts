import { Libc } from "./posix/libc.ts";

/**
 * Gives memory that the C library keeps after a start (what was read, parsed and compiled) back to the system. To be called once, when a
 * control loop has all that it needs and has not begun: it holds the locks of all allocations of the process for a few milliseconds.
 */
export function trimMemory(): void {
  new Libc().call.malloc_trim(0n);
}
