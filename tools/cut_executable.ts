import { ToolError } from "./tool_error.ts";

/** The ELF program at the start of `bytes`, without what was appended to it: it ends with its section header table. */
export function cutExecutable(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // 64 bits, little-endian: what Linux programs for x86-64 and arm64 are.
  if (bytes.length < 64 || view.getUint32(0) !== 0x7f454c46 || bytes[4] !== 2 || bytes[5] !== 1) {
    throw new ToolError(
      "Cannot cut the executable: it is no 64-bit little-endian ELF file, one was wanted; get it anew",
    );
  }
  const end = Number(view.getBigUint64(0x28, true)) + view.getUint16(0x3a, true) * view.getUint16(0x3c, true);
  if (end > bytes.length) {
    throw new ToolError(`Cannot cut the executable: it has ${bytes.length} bytes, ${end} were wanted; get it anew`);
  }
  return bytes.subarray(0, end);
}
