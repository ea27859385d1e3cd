import type { LogLevel } from "./logger.ts";

/** A line of a log, kept. */
export interface LogLine {
  /** Milliseconds since 1970. */
  readonly timeMs: number;
  /** Its level. */
  readonly level: LogLevel;
  /** The line, or lines, without level. */
  readonly message: string;
}

/** The last lines of a log, for somebody who comes later. */
export class LogLines {
  readonly #most: number;
  readonly #lines: LogLine[] = [];
  #dropped = 0;

  /** `most`: so many lines are kept. */
  constructor(most = 500) {
    this.#most = most;
  }

  /** Keeps a line; for `LoggerOptions.onLine`. */
  readonly add = (level: LogLevel, message: string): void => {
    this.#lines.push({ timeMs: Date.now(), level, message });
    if (this.#lines.length <= this.#most) return;
    this.#lines.shift();
    this.#dropped++;
  };

  /** Number of lines so far, those that are no longer kept included. */
  get count(): number {
    return this.#dropped + this.#lines.length;
  }

  /** The kept lines from number `from` on, the first line being number 0. */
  since(from: number): readonly LogLine[] {
    return this.#lines.slice(Math.max(0, from - this.#dropped));
  }
}
