import { pause } from "../core/pause.ts";

const BUSY_MS = 10;

/**
 * The standard output of a viewer: texts go out one after the other, without holding up the thread when nobody reads. `isGone` tells that the
 * reader has left, as in `uri viewer … | head`.
 */
export class StandardOutput {
  /** True when it leads to a terminal. */
  readonly isTerminal: boolean;
  /** True once nothing more can be written: the reader is gone, or see `fault`. */
  isGone = false;
  /** Why nothing more can be written, e.g. because a disk is full; "" where the reader has just left. */
  fault = "";
  readonly #encoder = new TextEncoder();
  #last: Promise<void> = Promise.resolve();

  /** Uses the standard output as it is. */
  constructor() {
    this.isTerminal = Deno.stdout.isTerminal();
  }

  /** Writes `text` after all that was written before; resolves when it is out, or lost because nobody can read it. */
  write(text: string | Uint8Array): Promise<void> {
    const bytes = typeof text === "string" ? this.#encoder.encode(text) : text;
    this.#last = this.#last.then(() => this.#write(bytes));
    return this.#last;
  }

  /** Resolves when all is out, or after `patienceMs`. */
  async flush(patienceMs: number): Promise<void> {
    let timer: number | undefined;
    const patience = new Promise<void>((resolve) => timer = setTimeout(resolve, patienceMs));
    await Promise.race([this.#last, patience]);
    clearTimeout(timer);
  }

  /** Columns and rows of the terminal; 80 and 24 where it does not know them. */
  size(): { columns: number; rows: number } {
    try {
      const { columns, rows } = Deno.consoleSize();
      return { columns: columns || 80, rows: rows || 24 };
    } catch {
      return { columns: 80, rows: 24 };
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    for (let rest = bytes; rest.length > 0 && !this.isGone;) {
      try {
        rest = rest.subarray(await Deno.stdout.write(rest));
      } catch (error) {
        // Another program has made the terminal non-blocking: it takes more in a moment.
        if (error instanceof Deno.errors.WouldBlock) await pause(BUSY_MS);
        else {
          this.isGone = true;
          if (!(error instanceof Deno.errors.BrokenPipe)) this.fault = (error as Error).message;
        }
      }
    }
  }
}
