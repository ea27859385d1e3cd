import { installPrefix } from "../core/install_prefix.ts";
import { commandOutput } from "./command_output.ts";

/** Figures of the loop in C++ [ns a cycle]. */
export interface NativeLoopFigures {
  /** The calls of the driver alone. */
  readonly calls: number;
  /** The whole cycle. */
  readonly cycle: number;
}

/** The driver library of the benchmark and its peer, the same loop in C++; compiled for one run into a folder of their own. */
export class PluginsPeer {
  /** The driver library. */
  readonly library: string;
  /** Compiler that both were made with. */
  readonly compiler: string;
  readonly #folder: string;

  private constructor(folder: string, compiler: string) {
    this.#folder = folder;
    this.library = `${folder}/libBenchDriver.so`;
    this.compiler = compiler;
  }

  /** Compiles both, or resolves to the reason why they cannot be had. */
  static async compile(): Promise<PluginsPeer | string> {
    const version = await commandOutput("g++", ["--version"]);
    if (version === undefined) return "g++ is not installed; install it (Debian: apt install g++)";
    if (await commandOutput("flatc", ["--version"]) === undefined) {
      return "flatc is not installed; install it (Debian: apt install flatbuffers-compiler libflatbuffers-dev)";
    }
    const headers = findHeaders();
    if (headers === undefined) {
      return "the driver header is not here; run the benchmark from the sources, or from an installed uri";
    }
    const folder = await Deno.makeTempDir({ prefix: "uri-plugins-" });
    const peer = new PluginsPeer(folder, version.split("\n")[0]);
    try {
      // Copies, because the executable's own files are not those of the system.
      for (const name of ["plugins_driver.cpp", "plugins_native.cpp"]) {
        copy(new URL(`./${name}`, import.meta.url), `${folder}/${name}`);
      }
      copy(new URL("../schemas/mc_rtc_msgs.fbs", import.meta.url), `${folder}/mc_rtc_msgs.fbs`);
    } catch (cause) {
      await peer.remove();
      return `its source is not here (${(cause as Error).message})`;
    }
    const build = (...args: string[]) =>
      commandOutput("g++", ["-std=c++17", "-O3", "-DNDEBUG", `-I${headers}`, ...args]);
    const made = await commandOutput("flatc", ["--cpp", "-o", folder, `${folder}/mc_rtc_msgs.fbs`]) !== undefined &&
      await build("-fPIC", "-shared", "-o", peer.library, `${folder}/plugins_driver.cpp`) !== undefined &&
      await build("-o", `${folder}/native`, `${folder}/plugins_native.cpp`, "-ldl") !== undefined;
    if (made) return peer;
    await peer.remove();
    return "it does not compile: are the FlatBuffers headers installed (Debian: libflatbuffers-dev)?";
  }

  /** Runs the loop in C++, `rounds` times `cycles`; NaN when it failed. */
  async measure(rounds: number, cycles: number): Promise<NativeLoopFigures> {
    const text = await commandOutput(`${this.#folder}/native`, [this.library, `${rounds}`, `${cycles}`]);
    const [calls = NaN, cycle = NaN] = text?.trim().split(" ").map(Number) ?? [];
    return { calls, cycle };
  }

  /** Removes what was compiled. */
  async remove(): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}

/** The folder of the headers: that of the sources, or that of the installation. */
function findHeaders(): string | undefined {
  const { prefix } = installPrefix();
  const folders = [decodeURIComponent(new URL("../drivers/include", import.meta.url).pathname), `${prefix}/include`];
  return folders.find((folder) => {
    try {
      return Deno.statSync(`${folder}/robot_interface/RobotDriverTemplate.h`).isFile;
    } catch {
      return false;
    }
  });
}

function copy(from: URL, to: string): void {
  Deno.writeTextFileSync(to, Deno.readTextFileSync(from));
}
