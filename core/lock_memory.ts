import { Libc } from "./posix/libc.ts";
import { PosixError } from "./posix/posix_error.ts";

/**
 * Locks the pages under a typed array in memory, so that a control loop never waits for them. Returns "" or, when the kernel refuses,
 * the reason with its remedy. Only hot buffers are locked: locking the whole process does not go with V8.
 */
export function lockMemory(bytes: Uint8Array<ArrayBufferLike>): string {
  const libc = new Libc();
  const pointer = Deno.UnsafePointer.of(bytes as Uint8Array<ArrayBuffer>);
  if (libc.call.mlock(pointer, BigInt(bytes.byteLength)) === 0) return "";
  return `mlock of ${bytes.byteLength} bytes: ${
    PosixError.text(libc.errno())
  }; raise memlock in /etc/security/limits.conf`;
}
