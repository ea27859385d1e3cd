import { constants, zstdCompressSync } from "node:zlib";
import type { InstallFile } from "./install_file.ts";

/**
 * One compressed archive of `files`, which `unpackFiles` reads: the length of a table (4 bytes, little-endian), the table as JSON (path and
 * length of each file), and the contents. The same files give the same bytes.
 */
export function packFiles(files: readonly InstallFile[]): Uint8Array {
  const table = new TextEncoder().encode(JSON.stringify(files.map(({ path, content }) => [path, content.length])));
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, table.length, true);
  const params = { [constants.ZSTD_c_compressionLevel]: 19 };
  return new Uint8Array(
    zstdCompressSync(concat([size, table, ...files.map(({ content }) => content)]), { params }),
  );
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
