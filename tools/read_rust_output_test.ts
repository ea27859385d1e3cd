import assert from "node:assert/strict";
import { readRustOutput } from "./read_rust_output.ts";

const RESULT = "test result: ok. 3 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s\n";

Deno.test("the counts are the sum over all programs, and each reason of a skip is told", () => {
  const output = `running 4 tests\ntest a::b ... ignored, no multicast\n\n${RESULT}\nDoc-tests\n${
    RESULT.replace("3 passed", "2 passed").replace("1 ignored", "0 ignored")
  }`;
  assert.deepEqual(readRustOutput(output, 0), {
    passed: 5,
    failed: 0,
    skipped: 1,
    reasons: ["no multicast"],
    trouble: "",
  });
});

Deno.test("failures are counted", () => {
  const output = RESULT.replace("ok. 3 passed; 0 failed; 1", "FAILED. 3 passed; 2 failed; 0");
  assert.deepEqual(readRustOutput(output, 101), { passed: 3, failed: 2, skipped: 0, reasons: [], trouble: "" });
});

Deno.test("what cannot be understood is a failure", () => {
  const cases: [string, number, RegExp][] = [
    ["error: could not compile `uri-zenoh`\n", 101, /code 101/],
    ["error: test failed\n", 134, /code 134/],
    ["", 0, /no tests/],
    [RESULT.replace("1 ignored", "0 ignored"), 101, /code 101/],
    [RESULT, 0, /without a reason/],
  ];
  for (const [output, code, trouble] of cases) {
    const outcome = readRustOutput(output, code);
    assert.equal(outcome.failed, 1, output);
    assert.match(outcome.trouble, trouble);
  }
});
