import { commandOutput } from "./command_output.ts";

/** A peer in C++, compiled for this run into a folder of its own. */
export class NativeProgram {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Compiles the source file `name`.cpp of this folder, with further `flags`, or resolves to the reason why it cannot be had. */
  static async compile(name: string, flags: readonly string[] = []): Promise<NativeProgram | string> {
    if (await commandOutput("g++", ["--version"]) === undefined) {
      return "g++ is not installed; install it (Debian: apt install g++)";
    }
    const program = new NativeProgram(await Deno.makeTempDir({ prefix: "uri-bench-" }));
    const source = `${program.#folder}/program.cpp`;
    try {
      // By way of a copy, because the executable's own files are not those of the system.
      await Deno.writeTextFile(source, await Deno.readTextFile(new URL(`./${name}.cpp`, import.meta.url)));
      const args = ["-std=c++17", "-O2", "-o", `${program.#folder}/program`, source, ...flags];
      if (await commandOutput("g++", args) !== undefined) return program;
    } catch (error) {
      await program.remove();
      if (!(error instanceof Deno.errors.NotFound)) throw error;
      return `its source ${name}.cpp is not here; run the benchmark from the sources`;
    }
    await program.remove();
    return `${name}.cpp does not compile; g++ 8 or newer was wanted`;
  }

  /** Runs it; resolves to the numbers that it prints, none when it fails. */
  async run(...args: (string | number)[]): Promise<number[]> {
    const text = await commandOutput(`${this.#folder}/program`, args.map(String));
    return text?.trim().split(/\s+/).map(Number) ?? [];
  }

  /** Removes it. */
  async remove(): Promise<void> {
    await Deno.remove(this.#folder, { recursive: true });
  }
}
