import { pause } from "./pause.ts";
import { until } from "./until.ts";

/** How a process was ended, and with what result. */
export interface ProcessEnd {
  /** Exit code; 128 + number after a signal. */
  readonly code: number;
  /** The signal that ended it, if one did. */
  readonly signal: string | null;
}

/** How {@link UriProcess} starts. */
export interface UriProcessOptions {
  /** Folder to start in. */
  readonly cwd?: string;
  /** Variables beside those of the test. */
  readonly env?: Record<string, string>;
}

/** A process under test: its lines as they come, signals, its end. Standard output and standard error are taken together. */
export class UriProcess {
  /** Lines so far, also those of processes that it has started. */
  readonly lines: string[] = [];
  /** Process id. */
  readonly pid: number;
  /** True while it runs. */
  running = true;
  /** Program and arguments. */
  readonly argv: readonly string[];
  readonly #ended: Promise<ProcessEnd>;
  readonly #silent: Promise<void>;
  readonly #child: Deno.ChildProcess;

  /** Starts `argv`. */
  constructor(argv: readonly string[], options: UriProcessOptions = {}) {
    this.argv = argv;
    this.#child = new Deno.Command(argv[0], {
      args: argv.slice(1),
      cwd: options.cwd ?? "/",
      env: { NO_COLOR: "1", RUST_BACKTRACE: "0", ...options.env },
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.pid = this.#child.pid;
    this.#ended = this.#child.status.then(({ code, signal }) => {
      this.running = false;
      return { code, signal };
    });
    this.#silent = Promise.all([this.#read(this.#child.stdout), this.#read(this.#child.stderr)]).then(() => {});
  }

  /** All lines as one text. */
  get text(): string {
    return this.lines.join("\n");
  }

  /** Number of lines that match. */
  count(pattern: RegExp): number {
    return this.lines.filter((line) => pattern.test(line)).length;
  }

  /** Names of the robots that a manager has initialised. A robot that starts over, as the computer stood still, counts once. */
  initialized(): ReadonlySet<string> {
    return new Set(this.lines.flatMap((line) => /'([^']+)' robot initialized/.exec(line)?.[1] ?? []));
  }

  /** The first line that matches, from line number `from` on; waits for it. Throws when the process ends without it. */
  async line(pattern: RegExp, from = 0): Promise<string> {
    let closed = false;
    this.#silent.then(() => closed = true);
    const find = () => this.lines.slice(from).find((line) => pattern.test(line));
    try {
      const found = await until(`the line ${pattern}`, () => find() ?? (closed ? "\0" : undefined));
      if (found !== "\0") return found;
    } catch (error) {
      throw this.#failure((error as Error).message);
    }
    throw this.#failure(`the process ended without the line ${pattern}`);
  }

  /** How it ends. Throws when it does not for a minute. */
  async end(): Promise<ProcessEnd> {
    let end: ProcessEnd | undefined;
    this.#ended.then((value) => end = value);
    try {
      return await until(`the end of process ${this.pid}`, () => end);
    } catch (error) {
      throw this.#failure((error as Error).message);
    }
  }

  /** Waits until it and all that it has started have ended. Throws when they do not for a minute. */
  async allEnd(): Promise<void> {
    let closed = false;
    this.#silent.then(() => closed = true);
    try {
      await until(`the end of process ${this.pid} and of all that it has started`, () => closed);
    } catch (error) {
      throw this.#failure((error as Error).message);
    }
  }

  /** Checks that it ends with `code`. */
  async exits(code: number): Promise<void> {
    const { code: found } = await this.end();
    // What it has written last may still be on its way; a child that it has left may hold the output open.
    await Promise.race([this.#silent, pause(500)]);
    if (found !== code) throw this.#failure(`it ended with exit code ${found}, wanted ${code}`);
  }

  /** Sends a signal; one that has ended is left alone. */
  signal(name: Deno.Signal): void {
    if (!this.running) return;
    try {
      Deno.kill(this.pid, name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }

  /** Ends it in any case. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.signal("SIGKILL");
    await this.#ended;
    await this.#silent;
  }

  #failure(text: string): Error {
    return new Error(
      `${text}\n${this.argv.join(" ")} (pid ${this.pid}) wrote:\n${this.lines.slice(-80).join("\n")}\n`,
    );
  }

  async #read(stream: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + text).split("\n");
      rest = parts.pop()!;
      this.lines.push(...parts);
    }
    if (rest !== "") this.lines.push(rest);
  }
}
