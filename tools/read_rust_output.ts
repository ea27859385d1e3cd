import type { TestOutcome } from "./read_test_output.ts";

/** Reads the output of `cargo test` that ended with `code`: the sum over all its programs. A run that cannot be understood is a failure. */
export function readRustOutput(output: string, code: number): TestOutcome {
  const summaries = [...output.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm)];
  const sum = (group: number) => summaries.reduce((total, match) => total + Number(match[group]), 0);
  const [passed, failed, skipped] = [sum(1), sum(2), sum(3)];
  // `#[ignore = "reason"]`
  const reasons = [...new Set([...output.matchAll(/^test \S+ \.\.\. ignored, (.+)$/gm)].map((match) => match[1]))];
  const trouble = code !== 0 && failed === 0
    ? `it ended with code ${code}`
    : passed + failed + skipped === 0
    ? "it has no tests"
    : skipped > 0 && reasons.length === 0
    ? 'tests are left out without a reason (use #[ignore = "reason"])'
    : "";
  return { passed, failed: failed + (trouble === "" ? 0 : 1), skipped, reasons, trouble };
}
