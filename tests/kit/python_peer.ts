import { pythonPackages } from "../../bench/python_packages.ts";
import { NetworkNamespace } from "./network_namespace.ts";
import { until } from "./until.ts";
import type { Workbench } from "./workbench.ts";

/** Versions of `eclipse-zenoh` that a peer may have: the one of the native library, and the one that C++ programs of the time have. */
export type PythonZenohVersion = "1.10.2" | "1.9.0";

/** How a {@link PythonPeer} starts. */
export interface PythonPeerOptions {
  /** The computer that it runs on. */
  readonly computer: NetworkNamespace;
  /** `zenoh` or `zenoh/shm`: the session that a C++ program generates for it; or a file of Zenoh's configuration in their place. */
  readonly session?: string;
  /** `flatbuffer`, or `protobuf`. */
  readonly backend?: string;
  /** Version of Zenoh. */
  readonly version?: PythonZenohVersion;
}

const SCHEMAS = new URL("../../schemas/", import.meta.url).pathname;
const SCRIPT = new URL("python_peer.py", import.meta.url).pathname;

/**
 * A robot interface or a manager that nobody of this project wrote: Zenoh, FlatBuffers and Protobuf as their makers publish them for Python,
 * with classes that are generated from the schemas when it starts. What it can do is in `python_peer.py` and the files beside it.
 */
export class PythonPeer {
  /** Process id, for signals. */
  readonly pid: number;
  readonly #child: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: string[] = [];
  readonly #reading: Promise<unknown>;
  #errors = "";
  #ended = false;

  private constructor(child: Deno.ChildProcess) {
    this.#child = child;
    this.pid = child.pid;
    this.#writer = child.stdin.getWriter();
    const read = async (stream: ReadableStream<Uint8Array>, take: (text: string) => void) => {
      for await (const text of stream.pipeThrough(new TextDecoderStream())) take(text);
    };
    let rest = "";
    this.#reading = Promise.all([
      read(child.stdout, (text) => {
        const parts = (rest + text).split("\n");
        rest = parts.pop()!;
        this.#lines.push(...parts);
      }),
      read(child.stderr, (text) => this.#errors += text),
      child.status.then(() => this.#ended = true),
    ]);
  }

  /** Why there can be no peer on this computer; empty when there can. Downloads what it needs, once. */
  static async obstacle(...versions: readonly PythonZenohVersion[]): Promise<string> {
    for (const tool of ["flatc", "protoc"]) {
      if (!await isThere(tool)) return `'${tool}' is not installed (Debian: flatbuffers-compiler, protobuf-compiler)`;
    }
    for (const version of versions) {
      const packages = await ofVersion(version);
      if (!packages.available) return packages.reason;
    }
    return NetworkNamespace.obstacle();
  }

  /** Starts one; it ends with the bench. */
  static async start(bench: Workbench, options: PythonPeerOptions): Promise<PythonPeer> {
    const { computer, session = "zenoh", backend = "flatbuffer", version = "1.10.2" } = options;
    const packages = await ofVersion(version);
    if (!packages.available) throw new Error(`Starting the Python peer: ${packages.reason}`);
    const folder = `${bench.folder}/python`;
    await generate("flatc", "--python", "-o", folder, `${SCHEMAS}mc_rtc_msgs.fbs`);
    const descriptors = `--descriptor_set_out=${folder}/mc_rtc_msgs.desc`;
    await generate("protoc", `--proto_path=${SCHEMAS}`, descriptors, "mc_rtc_msgs.proto");
    const [program, ...args] = computer.argv(["python3", "-B", SCRIPT, backend, folder, session]);
    const peer = new PythonPeer(
      new Deno.Command(program, {
        args,
        env: { PYTHONPATH: packages.folder },
        stdin: "piped",
        stdout: "piped",
        stderr: "piped",
      }).spawn(),
    );
    bench.onClose(() => peer.kill());
    await peer.#answer("start");
    return peer;
  }

  /** Calls one of its functions by name, e.g. `manager.init`, with named arguments, and returns what that returns. */
  // deno-lint-ignore no-explicit-any -- each test knows what it asks for
  async call(op: string, args: Readonly<Record<string, unknown>> = {}): Promise<any> {
    await this.#writer.write(new TextEncoder().encode(`${JSON.stringify({ op, ...args })}\n`));
    return await this.#answer(op);
  }

  /** Kills it at once: it says goodbye to nobody. */
  async kill(): Promise<void> {
    if (!this.#ended) this.#child.kill("SIGKILL");
    await this.#reading;
    await this.#writer.abort().catch(() => {});
  }

  // deno-lint-ignore no-explicit-any -- see `call`
  async #answer(op: string): Promise<any> {
    const line = await until(`the Python peer's answer to ${op}`, () => this.#lines.shift() ?? this.#ended);
    if (line === true) throw new Error(`Asking the Python peer for ${op}: it has ended:\n${this.#errors}`);
    const { ok, error } = JSON.parse(line.replaceAll("NaN", "null"));
    if (error !== undefined) throw new Error(`Asking the Python peer for ${op}: ${error}\n${this.#errors}`);
    return ok;
  }
}

function ofVersion(version: PythonZenohVersion) {
  return pythonPackages(`eclipse-zenoh==${version}`, "flatbuffers==25.12.19", "protobuf==6.33.2");
}

async function isThere(tool: string): Promise<boolean> {
  try {
    return (await new Deno.Command(tool, { args: ["--version"], stdout: "null", stderr: "null" }).output()).success;
  } catch {
    return false;
  }
}

async function generate(program: string, ...args: string[]): Promise<void> {
  const { success, stderr } = await new Deno.Command(program, { args }).output();
  if (!success) throw new Error(`Generating code by ${program}: ${new TextDecoder().decode(stderr)}`);
}
