import { lockMemory } from "./lock_memory.ts";

/** Locks the memory of several views; see `lockMemory`. Returns the reason of the first refusal, or "". */
export function lockBuffers(buffers: readonly ArrayBufferView[]): string {
  for (const { buffer, byteOffset, byteLength } of buffers) {
    const reason = lockMemory(new Uint8Array(buffer, byteOffset, byteLength));
    if (reason !== "") return reason;
  }
  return "";
}
