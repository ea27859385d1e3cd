import { fileURLToPath } from "node:url";

/** Longest time for the installation of the wheel [ms]. */
const PATIENCE_MS = 180_000;

/** MuJoCo's native library by its Python wheel, in a process of its own. */
export class SimNativePeer {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<string>;
  #rest = "";

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#writer = process.stdin.getWriter();
    this.#reader = process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Starts it with models; the wheel comes from the package index when the user's cache lacks it. Returns the reason when it cannot. */
  static async start(version: string, models: readonly string[]): Promise<SimNativePeer | string> {
    const script = fileURLToPath(new URL("sim_native.py", import.meta.url));
    let code: string;
    try {
      code = await Deno.readTextFile(script);
    } catch {
      return "sim_native.py is missing";
    }
    let peer: SimNativePeer;
    try {
      // The text, not the file: inside the executable there is no file that Python could open.
      const args = ["-c", code, version, ...models];
      peer = new SimNativePeer(
        new Deno.Command("python3", { args, stdin: "piped", stdout: "piped", stderr: "null" }).spawn(),
      );
    } catch {
      return "python3 is not installed";
    }
    const timer = setTimeout(() => peer.#process.kill("SIGKILL"), PATIENCE_MS);
    const answer = await peer.#line();
    clearTimeout(timer);
    if (answer === "ready") return peer;
    await peer.close();
    return answer?.replace(/^skip /, "") ?? "python3 ended without an answer";
  }

  /** Nanoseconds a step of the model with this index, over `steps` steps from its first keyframe. */
  async measure(model: number, steps: number): Promise<number> {
    await this.#writer.write(new TextEncoder().encode(`${model} ${steps}\n`));
    return Number(await this.#line() ?? NaN);
  }

  /** Ends the process. */
  async close(): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#reader.cancel();
    await this.#process.status;
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
