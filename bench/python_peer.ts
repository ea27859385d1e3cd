import { fileURLToPath } from "node:url";
import { pythonPackages } from "./python_packages.ts";

/** Longest time for an answer [ms]. */
const PATIENCE_MS = 60_000;

/** A peer in Python: a script of this folder in a process of its own, which is told and tells by lines. */
export class PythonPeer {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#writer = process.stdin.getWriter();
    this.#reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /**
   * Starts `script`, with the package `requirement` (`name==version`) from the user's cache or the package index, and waits for its line `ready`.
   * Returns the reason when it cannot.
   */
  static async start(script: string, requirement: string, args: readonly string[]): Promise<PythonPeer | string> {
    let code: string;
    try {
      code = await Deno.readTextFile(fileURLToPath(new URL(script, import.meta.url)));
    } catch {
      return `${script} is missing`;
    }
    const packages = await pythonPackages(requirement);
    if (!packages.available) return packages.reason;
    // The text, not the file: inside the executable there is no file that Python could open.
    const process = new Deno.Command("python3", {
      args: ["-c", code, ...args],
      env: { PYTHONPATH: packages.folder },
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const peer = new PythonPeer(process);
    const answer = await peer.#line();
    if (answer === "ready") return peer;
    await peer.close();
    return answer?.replace(/^skip /, "") ?? `${script} ended without an answer`;
  }

  /** Sends a line, and resolves to the line that answers it, or to undefined when the process has ended; it is ended when it takes a minute. */
  async ask(line: string): Promise<string | undefined> {
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), PATIENCE_MS);
    try {
      await this.#writer.write(new TextEncoder().encode(`${line}\n`));
      return await this.#line();
    } finally {
      clearTimeout(timer);
    }
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#reader.cancel();
    const timer = setTimeout(() => this.#process.kill("SIGKILL"), 2000);
    await this.#process.status;
    clearTimeout(timer);
  }

  async #line(): Promise<string | undefined> {
    while (!this.#rest.includes("\n")) {
      const { done, value } = await this.#reader.read();
      if (done) return undefined;
      this.#rest += value;
    }
    const end = this.#rest.indexOf("\n");
    const line = this.#rest.slice(0, end);
    this.#rest = this.#rest.slice(end + 1);
    return line;
  }
}
