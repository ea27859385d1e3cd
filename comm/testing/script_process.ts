import assert from "node:assert/strict";
import { TextLineStream } from "./text_line_stream.ts";

/** A script of this folder as a process of its own: lines to it, lines from it. */
export class ScriptProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #lines: ReadableStreamDefaultReader<string>;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  #ended = false;

  /** Starts `script`, a file of this folder. Under another user's id when `uid` is given (as root). */
  constructor(script: string, args: readonly string[], options: { readonly prefix?: readonly string[] } = {}) {
    const path = new URL(script, import.meta.url).pathname;
    const [program, ...rest] = [...(options.prefix ?? []), Deno.execPath(), "run", "-A", "--no-check", "--quiet", path];
    this.#child = new Deno.Command(program, {
      args: [...rest, ...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "inherit",
    }).spawn();
    this.#child.status.then(() => this.#ended = true);
    this.#lines = this.#child.stdout.pipeThrough(new TextDecoderStream()).pipeThrough(new TextLineStream()).getReader();
    this.#input = this.#child.stdin.getWriter();
  }

  /** Its process id. */
  get pid(): number {
    return this.#child.pid;
  }

  /** The next line that it says. Fails when it ended. */
  async line(): Promise<string> {
    const { value, done } = await this.#lines.read();
    assert.ok(!done, "the process ended without a word");
    return value;
  }

  /** Says a line to it. */
  async say(line: string): Promise<void> {
    await this.#input.write(new TextEncoder().encode(`${line}\n`));
  }

  /** Sends a signal, to this process alone. */
  signal(signal: Deno.Signal): void {
    if (!this.#ended) this.#child.kill(signal);
  }

  /** Resolves when it has ended. */
  async ended(): Promise<Deno.CommandStatus> {
    return await this.#child.status;
  }

  /** Kills it, if it still runs. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.signal("SIGKILL");
    await this.#child.status;
    await this.#input.close().catch(() => {});
    await this.#lines.cancel().catch(() => {});
  }
}
