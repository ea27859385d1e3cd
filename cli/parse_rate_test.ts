import assert from "node:assert/strict";
import { parseRate } from "./parse_rate.ts";

Deno.test("rates are positive decimal numbers that a timer can do", () => {
  assert.equal(parseRate("-r", "10"), 10);
  assert.equal(parseRate("-r", "0.5"), 0.5);
  assert.equal(parseRate("-r", ".5"), 0.5);
  assert.equal(parseRate("-r", "1e2"), 100);
  for (const text of ["0", "-1", "", "ten", "NaN", "Infinity", "1e9", "1e-9", "0x10", "10 Hz"]) {
    assert.throws(() => parseRate("-r", text), {
      name: "UsageError",
      message: /^Cannot read -r: '.*' is no usable rate/,
    });
  }
});
