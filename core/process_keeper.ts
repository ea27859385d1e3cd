import { FloatEnvironment } from "./posix/float_environment.ts";
import { MemoryLocks } from "./posix/memory_locks.ts";
import { SignalHandlers } from "./posix/signal_handlers.ts";

/**
 * Keeps what a library of others may change in the process that it is loaded into, and what this program cannot do without: the signals that stop it, memory that
 * can be given back to the system, and how the calling thread computes. To be made before the library is opened, in the same thread.
 *
 * What stays as a library wants it, as nothing here depends on it: the working directory, the umask, the language, the environment's variables.
 */
export class ProcessKeeper {
  readonly #signals = new SignalHandlers();
  readonly #locks = new MemoryLocks();
  readonly #arithmetic = new FloatEnvironment();

  /**
   * Makes everything as it was. Returns what had been changed, as texts that follow the name of who did it; several system calls, some 10 µs.
   * Buffers that were locked in memory must be locked again when memory was among it; {@link MEMORY} is its text.
   */
  giveBack(): string[] {
    const texts = this.#signals.giveBack().map(({ name, why }) =>
      `has taken the signal ${name} for itself: given back, as ${why}`
    );
    if (this.#locks.giveBack()) texts.push(ProcessKeeper.MEMORY);
    const changed = this.#arithmetic.giveBack();
    if (changed !== 0) texts.push(FloatEnvironment.describe(changed));
    return texts;
  }

  /** Whether a line of the log ends with a text of `giveBack` on what belongs to all threads. */
  static isTextOf(line: string): boolean {
    return line.endsWith(ProcessKeeper.MEMORY) ||
      /has taken the signal \w+ for itself: given back, as [^:]*$/.test(line);
  }

  /** The text of all memory that was locked. */
  static readonly MEMORY =
    "has locked all memory of this process (mlockall): unlocked, as the JavaScript engine would end " +
    "the process; let it lock its own buffers (mlock)";
}
