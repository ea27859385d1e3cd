/** What the tests of one file came to. */
export interface TestOutcome {
  /** Tests that passed. */
  readonly passed: number;
  /** Tests that failed, and everything else that is wrong with the file. */
  readonly failed: number;
  /** Tests that were left out. */
  readonly skipped: number;
  /** Why they were left out, each reason once. */
  readonly reasons: readonly string[];
  /** What is wrong besides failed tests; "" when nothing is. */
  readonly trouble: string;
}

/** Reads the output of `deno test` of one file that ended with `code`. A run that cannot be understood is a failure. */
export function readTestOutput(output: string, code: number, late: boolean): TestOutcome {
  const summary = [...output.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*$/gm)].pop();
  const reasons = [...new Set([...output.matchAll(/^skipped: (.+)$/gm)].map((match) => match[1]))];
  const count = (word: string) => Number(new RegExp(`(\\d+) ${word}`).exec(summary?.[0] ?? "")?.[1] ?? 0);
  const passed = count("passed"), failed = count("failed"), skipped = count("ignored");
  const trouble = late
    ? "its time was over"
    : summary === undefined
    ? `it ended with code ${code} before its tests did`
    : code !== 0 && failed === 0
    ? `it ended with code ${code} after its tests`
    : passed + failed + skipped === 0
    ? "it has no tests"
    : skipped > 0 && reasons.length === 0
    ? "tests are left out without a reason (use skipUnless of tests/skip_unless.ts)"
    : "";
  return { passed, failed: failed + (trouble === "" ? 0 : 1), skipped, reasons, trouble };
}
