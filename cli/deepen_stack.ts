import { CStruct } from "../core/native/c_struct.ts";
import { Libc } from "../core/posix/libc.ts";
import { STACK_OF_THREADS } from "../core/stack_of_threads.ts";

/**
 * Starts this very process anew, with the same arguments, so that its threads have stacks as deep as that of a C++ program's main thread: drivers and
 * controllers that others have written run in one of them. Does nothing where they are as deep already; where it cannot be done the process goes on
 * as it is. To be called before anything is opened or started.
 */
export function deepenStack(): void {
  const { variable, bytes } = STACK_OF_THREADS;
  if (Number(Deno.env.get(variable) ?? 0) >= bytes) return;
  const variables = { ...Deno.env.toObject(), [variable]: `${bytes}` };
  const argv = Deno.readFileSync("/proc/self/cmdline");
  const words: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0, to; (to = argv.indexOf(0, from) + 1) > 0; from = to) words.push(argv.slice(from, to));
  const entries = Object.entries(variables).map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));
  const program = new TextEncoder().encode("/proc/self/exe\0");
  new Libc().call.execve(program, arrayOf(words).bytes, arrayOf(entries).bytes);
}

/** An array of C texts, with a null at its end. */
function arrayOf(texts: readonly Uint8Array<ArrayBuffer>[]): CStruct {
  const array = new CStruct(8 * (texts.length + 1));
  for (const [index, text] of texts.entries()) {
    // Never a small array: V8 keeps those where it can move them.
    const memory = new Uint8Array(Math.max(text.length, 128));
    memory.set(text);
    array.pointer(8 * index, memory);
  }
  return array;
}
