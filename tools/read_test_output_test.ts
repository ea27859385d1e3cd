import assert from "node:assert/strict";
import { readTestOutput } from "./read_test_output.ts";

Deno.test("counts come from the last summary line", () => {
  const output = "ok | 9 passed | 0 failed (1ms)\nx ... ok\n\nok | 3 passed (2 steps) | 0 failed (12ms)\n";
  assert.deepEqual(readTestOutput(output, 0, false), { passed: 3, failed: 0, skipped: 0, reasons: [], trouble: "" });
});

Deno.test("failures are counted", () => {
  const outcome = readTestOutput(
    "FAILED | 3 passed | 2 failed (1 step) | 1 ignored (12ms)\nskipped: no compiler\n",
    1,
    false,
  );
  assert.deepEqual(outcome, { passed: 3, failed: 2, skipped: 1, reasons: ["no compiler"], trouble: "" });
});

Deno.test("each reason of a skip is told once", () => {
  const outcome = readTestOutput(
    "skipped: b\nskipped: a\nskipped: b\nok | 0 passed | 0 failed | 3 ignored (1ms)\n",
    0,
    false,
  );
  assert.deepEqual(outcome, { passed: 0, failed: 0, skipped: 3, reasons: ["b", "a"], trouble: "" });
});

Deno.test("what cannot be understood is a failure", () => {
  const cases: [string, number, boolean, RegExp][] = [
    ["", 0, false, /code 0 before its tests/],
    ["running 3 tests\n", 139, false, /code 139 before its tests/],
    ["ok | 3 passed | 0 failed (1ms)\n", 134, false, /code 134 after its tests/],
    ["running 3 tests\n", 137, true, /time was over/],
    ["ok | 0 passed | 0 failed (1ms)\n", 0, false, /no tests/],
    ["ok | 3 passed | 0 failed | 1 ignored (1ms)\n", 0, false, /without a reason/],
  ];
  for (const [output, code, late, trouble] of cases) {
    const outcome = readTestOutput(output, code, late);
    assert.equal(outcome.failed, 1, output);
    assert.match(outcome.trouble, trouble);
  }
});
