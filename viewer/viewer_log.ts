import { Logger } from "../core/log/logger.ts";
import { writeStream } from "../core/log/write_stream.ts";
import type { StandardOutput } from "./standard_output.ts";
import type { ViewerOptions } from "./viewer_options.ts";
import type { WindowWriter } from "./window_writer.ts";

/** What a terminal that is stopped may cost [ms]. */
const PATIENCE_MS = 100;

/**
 * The log of a viewer, which shares the standard output with the windows: while they are drawn in place, its lines are shown below them; and with
 * `--json` all lines go to the standard error, so that the standard output has documents alone.
 */
export class ViewerLog {
  readonly #plain: Logger;
  readonly #routed: Logger;
  readonly #output: StandardOutput;
  readonly #json: boolean;
  readonly #errorIsTerminal: boolean;
  readonly #decoder = new TextDecoder();
  #windows: WindowWriter | undefined;
  #caught = 0;

  /** Writes nothing yet. */
  constructor(output: StandardOutput, options: Pick<ViewerOptions, "logLevel" | "logFormat" | "json">) {
    const { logLevel: level, logFormat: format } = options;
    this.#output = output;
    this.#errorIsTerminal = Deno.stderr.isTerminal();
    this.#json = options.json;
    this.#plain = new Logger({ level, format, source: "viewer" });
    this.#routed = new Logger({
      level,
      format,
      source: "viewer",
      write: (bytes, toError) => this.#route(bytes, toError),
    });
  }

  /** The log to write to now. */
  get log(): Logger {
    return this.#json || this.#windows !== undefined ? this.#routed : this.#plain;
  }

  /** Tells of a signal; on a terminal that windows are drawn on, when they are over. */
  caught(number: number): void {
    if (this.#windows === undefined) this.log.warning(`Caught signal ${number}`);
    else this.#caught = number;
  }

  /** From now on windows are shown. */
  share(windows: WindowWriter): void {
    this.#windows = windows;
  }

  /** No more windows are shown; resolves when the last one is out. */
  async unshare(): Promise<void> {
    this.#windows?.leave();
    this.#windows = undefined;
    await this.#output.flush(PATIENCE_MS);
    if (this.#caught !== 0) this.caught(this.#caught);
    this.#caught = 0;
  }

  #route(bytes: Uint8Array, toError: boolean): void {
    const inPlace = this.#windows?.inPlace ?? false;
    if (inPlace && (this.#errorIsTerminal || !toError)) {
      return this.#windows!.keep(this.#decoder.decode(bytes).trimEnd());
    }
    if (toError || this.#json) writeStream(2, bytes, PATIENCE_MS);
    else this.#output.write(bytes);
  }
}
