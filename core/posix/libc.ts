import { architectureConstants } from "./architecture_constants.ts";
import { PosixError } from "./posix_error.ts";

const SYMBOLS = {
  clock_gettime: { parameters: ["i32", "buffer"], result: "i32" },
  clock_nanosleep: { parameters: ["i32", "i32", "buffer", "pointer"], result: "i32" },
  open: { parameters: ["buffer", "i32", "i32"], result: "i32" },
  close: { parameters: ["i32"], result: "i32" },
  posix_fallocate: { parameters: ["i32", "i64", "i64"], result: "i32" },
  flock: { parameters: ["i32", "i32"], result: "i32" },
  mmap: { parameters: ["pointer", "usize", "i32", "i32", "i32", "i64"], result: "pointer" },
  munmap: { parameters: ["pointer", "usize"], result: "i32" },
  mlock: { parameters: ["pointer", "usize"], result: "i32" },
  prctl: { parameters: ["i32", "usize", "usize", "usize", "usize"], result: "i32" },
  getuid: { parameters: [], result: "i32" },
  getppid: { parameters: [], result: "i32" },
  _exit: { parameters: ["i32"], result: "void" },
  __errno_location: { parameters: [], result: "pointer" },
  sched_setscheduler: { parameters: ["i32", "i32", "buffer"], result: "i32" },
  sched_setattr: { name: "syscall", parameters: ["i32", "i32", "buffer", "i32"], result: "i32" },
  futex: { name: "syscall", parameters: ["i32", "pointer", "i32", "i32", "pointer", "pointer", "i32"], result: "i32" },
  futex_timed: {
    name: "syscall",
    parameters: ["i32", "pointer", "i32", "i32", "buffer", "pointer", "i32"],
    result: "i32",
  },
} as const;

type Opened = Deno.DynamicLibrary<typeof SYMBOLS>;

let opened: Opened | undefined;

/**
 * The C library of this process, opened at the first use and once per thread: the only place where it is opened.
 * The functions are those of the manual pages; those that fail leave an error number, see {@link Libc.errno}.
 */
export class Libc {
  /** The C functions. */
  readonly call: Opened["symbols"];

  /** Numbers of this processor. */
  readonly constants = architectureConstants();

  /** Opens the C library, or takes the one that this thread has opened. */
  constructor() {
    opened ??= Deno.dlopen("libc.so.6", SYMBOLS);
    this.call = opened.symbols;
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
