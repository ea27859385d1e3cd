import { buildPlugin } from "./build_plugin.ts";
import { hasProgram } from "./has_program.ts";
import { skipUnless } from "../skip_unless.ts";

/** The controllers in `tests/plugins/controllers/`: for tests that run one of them. */
export const buildController = {
  /** For `ignore` of a test: true where no compiler is installed. */
  isMissing(): boolean {
    return skipUnless(hasProgram("g++") && hasProgram("gcc"), "g++ and gcc are not installed");
  },

  /** Compiles one of them with these macros, e.g. `WITHOUT_RUN`, and returns the library's path. */
  build(file: "scripted.cpp" | "own_symbols.cpp" | "plain.c", ...macros: string[]): Promise<string> {
    const source = new URL(`../plugins/controllers/${file}`, import.meta.url).pathname;
    return buildPlugin(source, { flags: macros.map((macro) => `-D${macro}`) });
  },
};
