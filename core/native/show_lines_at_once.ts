import { DynamicLinker } from "./dynamic_linker.ts";

const SYMBOLS = { setvbuf: { parameters: ["pointer", "pointer", "i32", "usize"], result: "i32" } } as const;
const LINE_BUFFERED = 1;

/**
 * Has the C library write the standard output of this process line by line, also into a pipe or a file: what plugins print is then seen when they print it,
 * among the lines of the log, and is not lost when the process ends.
 */
export function showLinesAtOnce(): void {
  const linker = new DynamicLinker();
  const library = linker.open("libc.so.6");
  if ("reason" in library) return; // another C library; plugins print as they do elsewhere
  const stdout = linker.symbol(library, "stdout");
  if (stdout === null) return;
  const stream = new Deno.UnsafePointerView(stdout).getPointer();
  Deno.dlopen("libc.so.6", SYMBOLS).symbols.setvbuf(stream, null, LINE_BUFFERED, 0n);
}
