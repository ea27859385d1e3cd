import { createHash } from "node:crypto";

/**
 * SHA-256 of the file at `path`, in hexadecimal; undefined when there is none, and for what is no plain file: a link counts as no file, even
 * if it leads to one, unless it is to be followed. Blocks; about 0.2 s for an executable.
 */
export function fileDigest(path: string, follow = false): string | undefined {
  try {
    if (!(follow ? Deno.statSync : Deno.lstatSync)(path).isFile) return undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
  using file = Deno.openSync(path);
  const hash = createHash("sha256"), piece = new Uint8Array(1 << 20);
  for (let length = file.readSync(piece); length !== null; length = file.readSync(piece)) {
    hash.update(piece.subarray(0, length));
  }
  return hash.digest("hex");
}
