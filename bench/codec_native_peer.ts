/** The codec's peer in C++ (`codec_native.cpp`), compiled where a compiler and the FlatBuffers library are installed. */
export class CodecNativePeer {
  readonly #folder: string;
  /** Compiler that it was made with. */
  readonly compiler: string;

  private constructor(folder: string, compiler: string) {
    this.#folder = folder;
    this.compiler = compiler;
  }

  /** Compiles it into a folder of its own, or returns the reason why it cannot be had. */
  static async compile(): Promise<CodecNativePeer | string> {
    const version = await output("g++", ["--version"]);
    if (version === undefined) return "g++ is not installed";
    if (await output("flatc", ["--version"]) === undefined) return "flatc is not installed";
    const folder = await Deno.makeTempDir({ prefix: "uri-codec-" });
    const native = new CodecNativePeer(folder, version.split("\n")[0]);
    try {
      await copy(new URL("./codec_native.cpp", import.meta.url), `${folder}/codec_native.cpp`);
      await copy(new URL("../schemas/mc_rtc_msgs.fbs", import.meta.url), `${folder}/mc_rtc_msgs.fbs`);
    } catch (cause) {
      await native.close();
      return `its source is not here (${cause instanceof Error ? cause.message : cause})`;
    }
    const header = await output("flatc", ["--cpp", "-o", folder, `${folder}/mc_rtc_msgs.fbs`]);
    const args = ["-std=c++17", "-O3", "-DNDEBUG", "-o", `${folder}/codec_native`, `${folder}/codec_native.cpp`];
    if (header !== undefined && await output("g++", args) !== undefined) return native;
    await native.close();
    return "it does not compile: are the FlatBuffers headers installed (Debian: libflatbuffers-dev)?";
  }

  /** Nanoseconds a State, the median of `rounds` of `iterations`; NaN when it failed. */
  async measure(rounds: number, iterations: number): Promise<number> {
    const text = await output(`${this.#folder}/codec_native`, [`${rounds}`, `${iterations}`]);
    return text === undefined ? NaN : Number(text);
  }

  /** Removes what was compiled. */
  async close(): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

async function copy(from: URL, to: string): Promise<void> {
  await Deno.writeTextFile(to, await Deno.readTextFile(from));
}

/** What a command prints; undefined when it cannot be started or fails. */
async function output(command: string, args: string[]): Promise<string | undefined> {
  try {
    const result = await new Deno.Command(command, { args, stdin: "null", stderr: "null" }).output();
    return result.success ? new TextDecoder().decode(result.stdout) : undefined;
  } catch {
    return undefined;
  }
}
