import { pythonPackages } from "../../bench/python_packages.ts";
import { projectRoot } from "../../tools/project_root.ts";
import { hasProgram } from "./has_program.ts";

/** A message as Python has read it: topic, number in its channel, log time and publish time [ns], joint positions. */
export type PythonMessage = [topic: string, sequence: number, logNs: number, publishNs: number, positions: number[]];

/** What Python finds in a recording. */
export interface PythonRecording {
  /** Messages that can be read from the start of the file on. */
  readonly messages: number;
  /** What comes last: `Footer` in a file that has its end, else the name of an exception. */
  readonly last: string;
  /** What is found by the index, in a file that has one. */
  readonly index?: {
    /** By topic: encoding, metadata. */
    readonly channels: Record<string, [string, Record<string, string>]>;
    /** Metadata records by name. */
    readonly metadata: Record<string, Record<string, string>>;
    readonly messages: PythonMessage[];
    readonly chunks: number;
  };
}

const SCRIPT = new URL("read_recording.py", import.meta.url).pathname;

/** Readers of recordings that nobody of this project wrote: MCAP, FlatBuffers and Protobuf as their makers publish them for Python. */
export class PythonMcap {
  readonly #packages: string;
  readonly #classes: string;

  private constructor(packages: string, classes: string) {
    this.#packages = packages;
    this.#classes = classes;
  }

  /** Why it cannot be had on this computer; empty when it can. Downloads what it needs, once. */
  static async obstacle(): Promise<string> {
    if (!hasProgram("flatc")) return "'flatc' is not installed (Debian: flatbuffers-compiler)";
    const packages = await install();
    return packages.available ? "" : packages.reason;
  }

  /** Makes the classes of the messages in `folder`. */
  static async open(folder: string): Promise<PythonMcap> {
    const packages = await install();
    if (!packages.available) throw new Error(`Reading recordings in Python: ${packages.reason}`);
    await output("flatc", ["--python", "-o", folder, `${projectRoot()}/schemas/mc_rtc_msgs.fbs`], {});
    return new PythonMcap(packages.folder, folder);
  }

  /** Reads a recording. */
  async read(file: string): Promise<PythonRecording> {
    return JSON.parse(await this.#python([SCRIPT, file, this.#classes]));
  }

  /** Runs a program in the folder of the classes; returns what it prints. */
  run(program: string): Promise<string> {
    return this.#python(["-c", program]);
  }

  #python(args: string[]): Promise<string> {
    return output("python3", ["-B", ...args], { cwd: this.#classes, env: { PYTHONPATH: this.#packages } });
  }
}

function install() {
  return pythonPackages("mcap==1.6.0", "mcap-protobuf-support==0.6.0", "protobuf==7.36.2", "flatbuffers==25.12.19");
}

async function output(program: string, args: string[], options: Deno.CommandOptions): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program, { args, stdin: "null", ...options }).output();
  if (!success) throw new Error(`${program} failed:\n${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}
