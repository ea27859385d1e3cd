import { writeStream } from "./write_stream.ts";

const PATIENCE_MS = 500;

/**
 * Text on the terminal that is drawn anew in place, with lines of a log above it. Where the output is no terminal, only the log lines and
 * every `plainEvery`-th drawing are written, one after the other.
 */
export class TerminalTable {
  readonly #terminal: boolean;
  readonly #plainEvery: number;
  readonly #encoder = new TextEncoder();
  #height = 0;
  #drawings = 0;

  /** Writes to the standard output. */
  constructor(plainEvery: number) {
    this.#terminal = Deno.stdout.isTerminal();
    this.#plainEvery = plainEvery;
  }

  /** Draws `lines` in the place of the last drawing. */
  draw(lines: readonly string[]): void {
    if (!this.#terminal) {
      if (this.#drawings++ % this.#plainEvery === 0) this.#write(lines.join("\n") + "\n\n");
      return;
    }
    const { columns } = Deno.consoleSize();
    // A terminal that does not know its width says 0.
    const width = columns === 0 ? 79 : columns - 1;
    const cut = lines.map((line) => [...line].slice(0, width).join("") + "\x1b[K");
    this.#write(this.#home() + cut.join("\n") + "\n");
    this.#height = lines.length;
  }

  /** Writes whole lines above the drawing. */
  log(text: string): void {
    this.#write(this.#home() + text);
    this.#height = 0;
  }

  #home(): string {
    return this.#height === 0 ? "" : `\x1b[${this.#height}A\r\x1b[J`;
  }

  #write(text: string): void {
    writeStream(1, this.#encoder.encode(text), PATIENCE_MS);
  }
}
