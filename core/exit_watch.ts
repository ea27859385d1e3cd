import { ExitCode } from "./exit_code.ts";
import { Libc } from "./posix/libc.ts";

/**
 * Notices when code of others, which runs in this process, ends it by the C function `exit()`: that is told, and a failure, whatever status was given.
 * Whoever started the process would else take it for a run that ended as it should.
 *
 * - One for a process, made in its main thread, of a program that ends by `_exit` itself. It stays: `exit()` cannot be taken back.
 * - Whichever thread calls `exit()`, the line is told by the main thread, for which it waits.
 * - What ends the process without a word to anybody is not noticed: `_exit()`, a crash.
 */
export class ExitWatch {
  #tell: (status: number) => void = () => {};

  /** Begins. */
  constructor() {
    const libc = new Libc();
    const callback = new Deno.UnsafeCallback({ parameters: ["i32", "pointer"], result: "void" }, (status) => {
      try {
        this.#tell(status);
      } finally {
        libc.call._exit(ExitCode.Failure);
      }
    });
    libc.call.on_exit(callback.pointer, null);
  }

  /** From now on `tell` says it; it gets the status, and must be done when it returns. */
  tellBy(tell: (status: number) => void): void {
    this.#tell = tell;
  }
}
