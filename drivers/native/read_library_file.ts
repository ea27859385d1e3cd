import type { LibraryFile } from "../../core/native/private_library.ts";
import { readElf } from "../../core/native/read_elf.ts";

/** Reads a library, without running anything of it. Returns why not, when it is none or cannot be read. */
export function readLibraryFile(path: string): LibraryFile | { readonly reason: string } {
  try {
    // To read a pipe would be to wait for whoever writes to it.
    if (!Deno.statSync(path).isFile) return { reason: "it is no file; wanted a library" };
    const bytes = Deno.readFileSync(path);
    const elf = readElf(bytes);
    return typeof elf === "string" ? { reason: elf } : { path, bytes, elf };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}
