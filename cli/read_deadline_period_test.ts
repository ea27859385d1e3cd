import assert from "node:assert/strict";
import { UsageError } from "../core/usage_error.ts";
import { readDeadlinePeriod } from "./read_deadline_period.ts";

Deno.test("MC_RT_FREQ is a number of milliseconds", () => {
  assert.equal(readDeadlinePeriod(undefined), undefined);
  assert.equal(readDeadlinePeriod(""), undefined);
  assert.equal(readDeadlinePeriod("5"), 5_000_000);
  assert.equal(readDeadlinePeriod("0.5"), 500_000);
});

Deno.test("a bad MC_RT_FREQ is named", () => {
  for (const value of ["abc", "0", "-1", "5ms", "1e3x", "NaN", "Infinity", "4001"]) {
    assert.throws(
      () => readDeadlinePeriod(value),
      (error) => error instanceof UsageError && error.message.includes(`'${value}'`),
    );
  }
});
