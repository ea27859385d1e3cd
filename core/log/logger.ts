import { visibleLines } from "../visible_lines.ts";
import { writeStream } from "./write_stream.ts";

/** Levels of log lines, from the one that is always shown. */
export type LogLevel = "error" | "warning" | "info" | "debug";

const ORDER: Readonly<Record<LogLevel, number>> = { error: 0, warning: 1, info: 2, debug: 3 };
const PATIENCE_MS = 500;
const COLOUR: Readonly<Record<string, string>> = { error: "31", warning: "33", success: "32", debug: "2" };

/** How lines are written. */
export interface LoggerOptions {
  /** Lines above this level are left out. */
  readonly level: LogLevel;
  /** `text`: `[info] …`; `json`: one object a line with `time`, `level`, `message`. */
  readonly format: "text" | "json";
  /** Process or robot that speaks, for `json`. */
  readonly source?: string;
  /** Where bytes go, by default the standard output (info, debug) and the standard error (warning, error). */
  readonly write?: (bytes: Uint8Array, toError: boolean) => void;
  /** Told of every line that is written, too. */
  readonly onLine?: (level: LogLevel, message: string) => void;
}

/**
 * The log of a process: info to the standard output, warnings and errors to the standard error.
 *
 * - Waits at most half a second for a pipe that is full, and not again until somebody reads; never call it from a control loop.
 * - A message may have several lines; what is invisible in them is escaped, so that no text from elsewhere moves a terminal's cursor.
 * - An output that is closed or full is no failure: the line is lost, the process goes on.
 */
export class Logger {
  readonly #options: LoggerOptions;
  readonly #encoder = new TextEncoder();
  readonly #colourOut: boolean;
  readonly #colourError: boolean;
  readonly #lastAt = new Map<string, number>();
  /** Whether the last line was lost, on the standard output and on the standard error. */
  readonly #stuck = [false, false];

  /** Opens nothing; the standard streams are used as they are. */
  constructor(options: LoggerOptions) {
    this.#options = options;
    this.#colourOut = options.write === undefined && !Deno.noColor && Deno.stdout.isTerminal();
    this.#colourError = options.write === undefined && !Deno.noColor && Deno.stderr.isTerminal();
  }

  /** Something that went well and that a user waits for. */
  success(message: string): void {
    this.#line("info", "success", message);
  }

  /** What happens. */
  info(message: string): void {
    this.#line("info", "info", message);
  }

  /** What should be looked at; the work goes on. */
  warning(message: string): void {
    this.#line("warning", "warning", message);
  }

  /** What ends the work, or a part of it. */
  error(message: string): void {
    this.#line("error", "error", message);
  }

  /** What helps to find a fault. */
  debug(message: string): void {
    this.#line("debug", "debug", message);
  }

  /** True once per `intervalMs` and `key`: for messages that may come at every cycle. Counts by the steady clock. */
  mayRepeat(key: string, intervalMs: number): boolean {
    const now = performance.now();
    const last = this.#lastAt.get(key);
    if (last !== undefined && now - last < intervalMs) return false;
    this.#lastAt.set(key, now);
    return true;
  }

  #line(level: LogLevel, tag: string, given: string): void {
    if (ORDER[level] > ORDER[this.#options.level]) return;
    const message = visibleLines(given);
    this.#options.onLine?.(level, message);
    const toError = level === "warning" || level === "error";
    const text = this.#options.format === "json"
      ? JSON.stringify({ time: new Date().toISOString(), level, source: this.#options.source, message })
      : `${this.#tag(tag, toError ? this.#colourError : this.#colourOut)} ${message}`;
    const bytes = this.#encoder.encode(text + "\n");
    if (this.#options.write !== undefined) return this.#options.write(bytes, toError);
    // Who waited in vain once waits no more, until somebody reads again: the main thread has other things to do.
    const patienceMs = this.#stuck[toError ? 1 : 0] ? 0 : PATIENCE_MS;
    this.#stuck[toError ? 1 : 0] = !writeStream(toError ? 2 : 1, bytes, patienceMs);
  }

  #tag(tag: string, colour: boolean): string {
    const code = COLOUR[tag];
    return colour && code !== undefined ? `\x1b[${code}m[${tag}]\x1b[0m` : `[${tag}]`;
  }
}
