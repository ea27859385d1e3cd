/**
 * True when the plain file `path` holds something that does not begin with `begin`: it is not to be overwritten with what does. False for a file
 * that is not there, is empty or cannot be read, and for what is no plain file.
 */
export function holdsSomethingElse(path: string, begin: string | Uint8Array): boolean {
  const wanted = typeof begin === "string" ? new TextEncoder().encode(begin) : begin;
  try {
    if (!Deno.statSync(path).isFile) return false;
    using file = Deno.openSync(path);
    const found = new Uint8Array(wanted.length);
    const read = file.readSync(found) ?? 0;
    return read > 0 && (read < wanted.length || found.some((byte, i) => byte !== wanted[i]));
  } catch {
    return false; // writing tells
  }
}
