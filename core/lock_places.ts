import { Libc } from "./posix/libc.ts";

/** A piece of this process's memory. It goes through `postMessage`. */
export interface MemoryPlace {
  /** Where it begins. */
  readonly address: bigint;
  /** How long it is [bytes]. */
  readonly bytes: number;
}

/** Locks pieces of memory that were locked before, e.g. by `lockBuffers` of another thread, and were unlocked. They must still exist. */
export function lockPlaces(places: readonly MemoryPlace[]): void {
  const libc = new Libc();
  for (const { address, bytes } of places) libc.call.mlock(Deno.UnsafePointer.create(address), BigInt(bytes));
}
