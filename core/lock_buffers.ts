import { lockMemory } from "./lock_memory.ts";
import type { MemoryPlace } from "./lock_places.ts";

/** What {@link lockBuffers} has done. */
export interface LockedBuffers {
  /** Reason of the first refusal, see `lockMemory`; "" when all are locked. */
  readonly reason: string;
  /** What is locked. */
  readonly places: readonly MemoryPlace[];
}

/** Locks the memory of several views, up to the first that is refused; see `lockMemory`. */
export function lockBuffers(buffers: readonly ArrayBufferView[]): LockedBuffers {
  const places: MemoryPlace[] = [];
  for (const { buffer, byteOffset, byteLength } of buffers) {
    const view = new Uint8Array(buffer, byteOffset, byteLength);
    const reason = lockMemory(view);
    if (reason !== "") return { reason, places };
    const pointer = Deno.UnsafePointer.of(view as Uint8Array<ArrayBuffer>);
    places.push({ address: Deno.UnsafePointer.value(pointer), bytes: byteLength });
  }
  return { reason: "", places };
}
