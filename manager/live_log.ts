import { Logger, type LogLevel } from "../core/log/logger.ts";
import { TerminalTable } from "../core/log/terminal_table.ts";
import { liveTable } from "./live_table.ts";
import type { ManagerView } from "./manager_hooks.ts";

/** Drawings between two plain ones, where the output is no terminal: about two seconds. */
const PLAIN_EVERY = 20;

/** A live table of a running manager, with the lines of its log above it. */
export class LiveLog {
  /** The log. */
  readonly log: Logger;
  readonly #table = new TerminalTable(PLAIN_EVERY);
  readonly #title: string;

  /** `title`: first words of the table. `onLine`: see `LoggerOptions.onLine`. */
  constructor(
    title: string,
    level: LogLevel,
    format: "text" | "json",
    onLine?: (level: LogLevel, message: string) => void,
  ) {
    this.#title = title;
    const decoder = new TextDecoder();
    this.log = new Logger({
      level,
      format,
      source: "manager",
      onLine,
      write: (bytes) => this.#table.log(decoder.decode(bytes)),
    });
  }

  /** Draws the table anew. */
  draw(view: ManagerView): void {
    this.#table.draw(liveTable(view, this.#title));
  }

  /** Writes lines above the table. */
  say(lines: readonly string[]): void {
    this.#table.log(lines.join("\n") + "\n");
  }
}
