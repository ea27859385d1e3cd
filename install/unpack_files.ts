import { zstdDecompressSync } from "node:zlib";
import type { InstallFile } from "./install_file.ts";

/** The files of an archive that `packFiles` made. */
export function unpackFiles(archive: Uint8Array): InstallFile[] {
  const bytes = new Uint8Array(zstdDecompressSync(archive));
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end))) as [string, number][];
  let at = end;
  return table.map(([path, length]) => ({ path, content: bytes.slice(at, at += length) }));
}
