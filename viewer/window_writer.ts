import type { StandardOutput } from "./standard_output.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { ViewWindow } from "./view_window.ts";
import { windowDocument } from "./window_document.ts";
import { windowLines } from "./window_lines.ts";

/** Columns where the output is no terminal: those that a table with limits needs. */
const PLAIN_COLUMNS = 120;
const LOG_LINES = 3;
const FOOTER = "Press Ctrl+C to exit.";

/** How windows are shown. */
export interface WindowWriterOptions {
  /** One JSON document a window, each in one line. */
  readonly json: boolean;
  /** There will be one window alone: nothing is drawn in place. */
  readonly once: boolean;
}

/** Shows windows on the standard output: drawn in place on a terminal, else one block of text, or JSON document, after the other. */
export class WindowWriter {
  /** True when windows are drawn in place, so that nothing else may be written on the terminal meanwhile. */
  readonly inPlace: boolean;
  readonly #output: StandardOutput;
  readonly #subject: ViewSubject;
  readonly #json: boolean;
  readonly #log: string[] = [];
  #drawn = false;

  /** Writes nothing yet. */
  constructor(output: StandardOutput, subject: ViewSubject, options: WindowWriterOptions) {
    this.#output = output;
    this.#subject = subject;
    this.#json = options.json;
    this.inPlace = output.isTerminal && !options.json && !options.once;
  }

  /** Shows a window; resolves when it is out. */
  async show(window: ViewWindow): Promise<void> {
    if (this.#json) return await this.#output.write(JSON.stringify(windowDocument(this.#subject, window)) + "\n");
    const { isTerminal } = this.#output;
    const size = this.#output.size();
    const colour = isTerminal && !Deno.noColor;
    if (!this.inPlace) {
      const columns = isTerminal ? size.columns : PLAIN_COLUMNS;
      const lines = windowLines(this.#subject, window, { columns, rows: Infinity, colour });
      return await this.#output.write(lines.join("\n") + "\n\n");
    }
    const log = this.#log.slice(-LOG_LINES);
    const lines = windowLines(this.#subject, window, { ...size, colour, footer: FOOTER, log });
    // What the terminal showed before goes up, and can still be looked at.
    const start = this.#drawn ? "" : "\n".repeat(size.rows);
    this.#drawn = true;
    await this.#output.write(`${start}\x1b[H${lines.map((line) => `${line}\x1b[K`).join("\n")}\x1b[J`);
  }

  /** Keeps a line of the log, to be shown below the windows that are drawn in place. */
  keep(line: string): void {
    this.#log.push(line);
    if (this.#log.length > LOG_LINES) this.#log.shift();
  }

  /** Goes on below the last window: nothing more is drawn. */
  leave(): void {
    if (this.#drawn) this.#output.write("\n");
    this.#drawn = false;
  }
}
