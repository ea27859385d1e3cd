import { RunFailure } from "../core/run_failure.ts";
import { uriCommand } from "../core/uri_command.ts";

/** Time for a process to say that it is ready [ms]. */
const PATIENCE_MS = 30_000;

/** What is kept of its output [characters]. */
const MOST_TEXT = 10_000;

/** Another process of this program that works for a benchmark: it says `ready` on its standard output once it does. */
export class PeerProcess {
  /** Process id. */
  readonly pid: number;
  readonly #process: Deno.ChildProcess;

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.pid = process.pid;
  }

  /** Starts the program with `args`, and waits until it says `ready`. Rejects with a {@link RunFailure} when it ends before, with what it said. */
  static async start(args: readonly string[], ready = "ready"): Promise<PeerProcess> {
    const [program, ...first] = uriCommand();
    const process = new Deno.Command(program, {
      args: [...first, ...args],
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const peer = new PeerProcess(process);
    const timer = setTimeout(() => peer.#signal("SIGKILL"), PATIENCE_MS);
    let said = "";
    const { promise, resolve } = Promise.withResolvers<void>();
    const read = async (stream: ReadableStream<Uint8Array>) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        if (said.length < MOST_TEXT) said += text;
        if (said.includes(ready)) resolve();
      }
    };
    const over = Promise.all([read(process.stdout), read(process.stderr)]);
    await Promise.race([promise, over]);
    clearTimeout(timer);
    if (said.includes(ready)) return peer;
    await peer.ended;
    throw new RunFailure(
      `Cannot measure: uri ${args.join(" ")} has ended, '${ready}' was wanted; it said: ${
        said.trim().replaceAll("\n", " ")
      }`,
    );
  }

  /** Its exit code, once it has ended. */
  get ended(): Promise<number> {
    return this.#process.status.then(({ code }) => code);
  }

  /** Ends it, if it has not ended: SIGTERM, and SIGKILL after five seconds. */
  async stop(): Promise<void> {
    this.#signal("SIGTERM");
    const timer = setTimeout(() => this.#signal("SIGKILL"), 5000);
    await this.#process.status;
    clearTimeout(timer);
  }

  #signal(name: Deno.Signal): void {
    try {
      this.#process.kill(name);
    } catch {
      // it has ended by itself
    }
  }
}
