import { NATIVE_SYMBOLS } from "../comm/zenoh/native_symbols.ts";
import type { CheckStep, StepResult } from "./check_step.ts";
import { compareNativeSymbols } from "./compare_native_symbols.ts";
import { findCargo } from "./find_cargo.ts";
import { listFiles } from "./list_files.ts";
import { projectRoot } from "./project_root.ts";
import { runCargo } from "./run_cargo.ts";

/** A step that is good when `cargo` ends with 0. */
function cargoStep(name: string, args: readonly string[], explain = ""): CheckStep {
  return {
    name: `native library: ${name}`,
    async run(): Promise<StepResult> {
      const cargo = await findCargo();
      if ("reason" in cargo) return { skipped: cargo.reason };
      const { code, output } = await runCargo(cargo, args);
      if (code === 0) return { trouble: "" };
      const missing = /^error: (no such command: .*|'cargo-\w+' is not installed.*)$/m.exec(output);
      if (missing !== null) return { skipped: missing[1] };
      return { trouble: `${output.trimEnd().replace(/^ *(Compiling|Checking|Downloaded) .*\n/gm, "")}${explain}` };
    },
  };
}

/** The functions of the library and the table by which Deno calls them agree, and so do the versions that both sides name. */
const symbols: CheckStep = {
  name: "native library: symbols",
  run() {
    const read = (path: string) => Deno.readTextFileSync(`${projectRoot()}/${path}`);
    const rust = listFiles((path) => /^comm\/zenoh\/native\/src\/.*\.rs$/.test(path)).map(read).join("\n");
    const problems = compareNativeSymbols(rust, NATIVE_SYMBOLS);
    const exported = /fn uri_zenoh_abi_version\(\) -> u32 \{\s*(\d+)\s*\}/.exec(rust)?.[1];
    const wanted = /^const ABI_VERSION = (\d+);$/m.exec(read("comm/zenoh/load_native_library.ts"))?.[1];
    if (exported === undefined || exported !== wanted) {
      problems.push(
        `uri_zenoh_abi_version: Rust returns ${exported}, load_native_library.ts has ${wanted}; make them equal`,
      );
    }
    return Promise.resolve({ trouble: problems.join("\n") });
  },
};

/** What `./dev check` looks at in the native Zenoh library. */
export function nativeSteps(): CheckStep[] {
  return [
    symbols,
    cargoStep("format", ["fmt", "--check", "--", "-l"], "\nrun: ./dev fmt"),
    cargoStep("lint", ["clippy", "--release", "--locked", "--all-targets", "--", "-D", "warnings"]),
  ];
}
