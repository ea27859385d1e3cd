import { executableState } from "./executable_state.ts";
import { forEachInParallel } from "./for_each_in_parallel.ts";
import { listFiles } from "./list_files.ts";
import { prepareBarrier } from "./prepare_barrier.ts";
import { prepareNative } from "./prepare_native.ts";
import { readTestOutput, type TestOutcome } from "./read_test_output.ts";
import { runProcess } from "./run_process.ts";
import { runRustTests } from "./run_rust_tests.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";
import { V8_FLAGS } from "../core/v8_flags.ts";

/** Time for one file of tests [s]; the longest end-to-end tests take a small part of it. */
const LIMIT = 600;

/** What stands for the tests of the native library's crate in the list of files. */
const RUST = "comm/zenoh/native/src/lib.rs";

/**
 * Runs the tests of all files, or of those whose path contains one of `filters`: each file in a process of its own, so
 * that one that dies takes no other along; those of the native library count as one file; files under tests/ start
 * processes and measure, so they run one after the other, and last. The last line is `N passed, N failed`, with `, N
 * skipped` when something was. Resolves to 0 when nothing failed.
 */
export async function test(filters: string[]): Promise<number> {
  const flag = filters.find((filter) => filter.startsWith("-"));
  if (flag !== undefined) {
    throw new ToolError(`Cannot run the tests: '${flag}' is a flag, parts of file names were wanted; leave it out`);
  }
  const all = listFiles((path) => path.endsWith("_test.ts") || path === RUST);
  for (const filter of filters) {
    if (!all.some((path) => path.includes(filter))) {
      throw new ToolError(`Cannot run the tests: no test file has '${filter}' in its path, a part of one was wanted`);
    }
  }
  const files = filters.length === 0 ? all : all.filter((path) => filters.some((filter) => path.includes(filter)));

  const total = { passed: 0, failed: 0, skipped: 0 };
  const bad: string[] = [];
  const skips: string[] = [];
  const runFile = async (path: string) => {
    const { outcome, output, seconds } = await (path === RUST ? runRustTests() : runDenoTests(path));
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped;
    const counts = `${outcome.passed} passed` + (outcome.failed > 0 ? `, ${outcome.failed} failed` : "") +
      (outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : "");
    console.log(`${outcome.failed > 0 ? "FAILED" : "ok    "} ${path}  ${counts}  (${seconds.toFixed(1)} s)`);
    for (const reason of outcome.reasons) {
      console.log(`       skipped: ${reason}`);
      skips.push(`${path}: ${reason}`);
    }
    if (outcome.failed === 0) return;
    bad.push(outcome.trouble === "" ? path : `${path}: ${outcome.trouble}`);
    console.log(output.trimEnd().replace(/^/gm, "       | "));
  };

  const native = await prepareNative();
  if (!native.available) console.log(`Without the native Zenoh library: ${native.reason}`);
  const barrier = await prepareBarrier();
  if (!barrier.available) console.log(`Without native MuJoCo: ${barrier.reason}`);
  console.log(`End-to-end tests: ${executableState().text}`);
  const endToEnd = files.filter((path) => path.startsWith("tests/"));
  const units = files.filter((path) => !path.startsWith("tests/"));
  await forEachInParallel(units, Math.max(1, Math.min(4, navigator.hardwareConcurrency)), runFile);
  await forEachInParallel(endToEnd, 1, runFile);

  console.log();
  for (const skip of skips) console.log(`skipped: ${skip}`);
  for (const path of bad) console.log(`FAILED: ${path}`);
  console.log(
    `${total.passed} passed, ${total.failed} failed` + (total.skipped > 0 ? `, ${total.skipped} skipped` : ""),
  );
  return total.failed === 0 ? 0 : 1;
}

/** Runs the tests of one file by Deno. */
async function runDenoTests(path: string): Promise<{ outcome: TestOutcome; output: string; seconds: number }> {
  const flags = V8_FLAGS === "" ? [] : [`--v8-flags=${V8_FLAGS}`];
  const { code, output, seconds, late } = await runProcess(
    [Deno.execPath(), "test", "-A", "--no-check", ...flags, path],
    LIMIT,
  );
  return { outcome: readTestOutput(output, code, late), output, seconds };
}

if (import.meta.main) await runTool(test);
