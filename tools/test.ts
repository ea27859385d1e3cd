import { executableState } from "./executable_state.ts";
import { forEachInParallel } from "./for_each_in_parallel.ts";
import { listFiles } from "./list_files.ts";
import { prepareBarrier } from "./prepare_barrier.ts";
import { prepareNative } from "./prepare_native.ts";
import { readTestOutput, type TestOutcome } from "./read_test_output.ts";
import { runProcess } from "./run_process.ts";
import { runRustTests } from "./run_rust_tests.ts";
import { SIDE_BY_SIDE } from "./side_by_side.ts";
import { runTool } from "./run_tool.ts";
import { ToolError } from "./tool_error.ts";
import { V8_FLAGS } from "../core/v8_flags.ts";

/** Time for one file of tests [s]; the longest end-to-end tests take a small part of it. */
const LIMIT = 600;

/** Files of end-to-end tests that are run once more when they failed: when it is more of them, it is not the computer. */
const MOST_AGAIN = 3;

/** What stands for the tests of the native library's crate in the list of files. */
const RUST = "comm/zenoh/native/src/lib.rs";

/** How the tests of one file went. */
interface FileRun {
  /** The file, from the project's root. */
  readonly path: string;
  /** What its run told. */
  readonly outcome: TestOutcome;
}

/**
 * Runs the tests of all files, or of those whose path contains one of `filters`: each file in a process of its own, so
 * that one that dies takes no other along; those of the native library count as one file; files under tests/ start
 * processes and measure, so they run one after the other, and last, but for those of SIDE_BY_SIDE: two of these at a
 * time. At most MOST_AGAIN of the files under tests/ that failed are run once more at the end, when nothing else is left
 * to do: other work on a computer can take seconds from processes whose loops have milliseconds. The first failure is
 * printed in full all the same, and the closing lines name the file. The last line is `N passed, N failed`, with
 * `, N skipped` when something was. Resolves to 0 when nothing failed.
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
  const again: string[] = [];
  const steadied: string[] = [];
  const count = ({ path, outcome }: FileRun) => {
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    total.skipped += outcome.skipped;
    for (const reason of outcome.reasons) skips.push(`${path}: ${reason}`);
    if (outcome.failed > 0) bad.push(outcome.trouble === "" ? path : `${path}: ${outcome.trouble}`);
  };

  const native = await prepareNative();
  if (!native.available) console.log(`Without the native Zenoh library: ${native.reason}`);
  const barrier = await prepareBarrier();
  if (!barrier.available) console.log(`Without native MuJoCo: ${barrier.reason}`);
  console.log(`End-to-end tests: ${executableState().text}`);
  const endToEnd = files.filter((path) => path.startsWith("tests/"));
  const units = files.filter((path) => !path.startsWith("tests/"));
  await forEachInParallel(units, Math.max(1, Math.min(4, navigator.hardwareConcurrency)), async (path) => {
    count(await runFile(path));
  });
  const isQuiet = (path: string) => SIDE_BY_SIDE.some((start) => path.startsWith(start));
  const runOrPutOff = async (path: string) => {
    const run = await runFile(path);
    if (run.outcome.failed > 0 && again.length < MOST_AGAIN) again.push(path);
    else count(run);
  };
  await forEachInParallel(endToEnd.filter((path) => !isQuiet(path)), 1, runOrPutOff);
  await forEachInParallel(endToEnd.filter(isQuiet), 2, runOrPutOff);
  if (again.length > 0) console.log("\nOnce more, what failed of the end-to-end tests:");
  for (const path of again) {
    const run = await runFile(path);
    if (run.outcome.failed === 0) steadied.push(path);
    count(run);
  }

  console.log();
  for (const skip of skips) console.log(`skipped: ${skip}`);
  for (const path of steadied) console.log(`failed at first, passed when run once more: ${path}`);
  for (const path of bad) console.log(`FAILED: ${path}`);
  console.log(
    `${total.passed} passed, ${total.failed} failed` + (total.skipped > 0 ? `, ${total.skipped} skipped` : ""),
  );
  return total.failed === 0 ? 0 : 1;
}

/** Runs the tests of one file, and prints how they went. */
async function runFile(path: string): Promise<FileRun> {
  const { outcome, output, seconds } = await (path === RUST ? runRustTests() : runDenoTests(path));
  const counts = `${outcome.passed} passed` + (outcome.failed > 0 ? `, ${outcome.failed} failed` : "") +
    (outcome.skipped > 0 ? `, ${outcome.skipped} skipped` : "");
  console.log(`${outcome.failed > 0 ? "FAILED" : "ok    "} ${path}  ${counts}  (${seconds.toFixed(1)} s)`);
  for (const reason of outcome.reasons) console.log(`       skipped: ${reason}`);
  if (outcome.failed > 0) console.log(output.trimEnd().replace(/^/gm, "       | "));
  return { path, outcome };
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
