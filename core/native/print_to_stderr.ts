import { DynamicLinker } from "./dynamic_linker.ts";

/**
 * Has everything that plugins print by the C library, or by `std::cout`, go to the standard error: for a program whose standard output others read. To be
 * called before the first plugin is opened; what writes to the descriptor itself is not kept away.
 */
export function printToStderr(): void {
  const linker = new DynamicLinker();
  const library = linker.open("libc.so.6");
  if ("reason" in library) return; // another C library; plugins print as they do elsewhere
  const stdout = linker.symbol(library, "stdout");
  const stderr = linker.symbol(library, "stderr");
  if (stdout === null || stderr === null) return;
  const stream = new Deno.UnsafePointerView(stderr).getBigUint64();
  new BigUint64Array(new Deno.UnsafePointerView(stdout).getArrayBuffer(8))[0] = stream;
}
