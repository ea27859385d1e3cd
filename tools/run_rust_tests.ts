import { findCargo } from "./find_cargo.ts";
import { readRustOutput } from "./read_rust_output.ts";
import type { TestOutcome } from "./read_test_output.ts";
import { runCargo } from "./run_cargo.ts";

/** Runs the tests of the native Zenoh library; without `cargo` they are left out, with the reason. */
export async function runRustTests(): Promise<{ outcome: TestOutcome; output: string; seconds: number }> {
  const cargo = await findCargo();
  if ("reason" in cargo) {
    const outcome = { passed: 0, failed: 0, skipped: 1, reasons: [cargo.reason], trouble: "" };
    return { outcome, output: "", seconds: 0 };
  }
  // As optimised as the library itself, so that no package is compiled twice.
  const { code, output, seconds } = await runCargo(cargo, ["test", "--release", "--locked"]);
  return { outcome: readRustOutput(output, code), output, seconds };
}
