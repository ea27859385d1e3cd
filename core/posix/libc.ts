import { LIBC_SYMBOLS } from "./libc_symbols.ts";
import { architectureConstants } from "./architecture_constants.ts";
import { PosixError } from "./posix_error.ts";

/** The C functions, as the manual pages describe them. */
export type LibcCalls = Deno.DynamicLibrary<typeof LIBC_SYMBOLS>["symbols"];

let opened: LibcCalls | undefined;

/**
 * The C library of this process, opened at the first use and once per thread: the only place where it is opened.
 * The functions are those of the manual pages; those that fail leave an error number, see {@link Libc.errno}.
 */
export class Libc {
  /** The C functions. */
  readonly call: LibcCalls;

  /** Numbers of this processor. */
  readonly constants = architectureConstants();

  /** Opens the C library, or takes the one that this thread has opened. */
  constructor() {
    opened ??= Deno.dlopen("libc.so.6", LIBC_SYMBOLS).symbols;
    this.call = opened;
  }

  /** The error number that the last failed call of this thread left. */
  errno(): number {
    const pointer = this.call.__errno_location();
    return pointer === null ? 0 : new Deno.UnsafePointerView(pointer).getInt32();
  }

  /** Returns `result`, or throws a {@link PosixError} when it is negative. */
  unwrap(call: string, result: number, about = ""): number {
    if (result < 0) throw new PosixError(call, this.errno(), about);
    return result;
  }
}
