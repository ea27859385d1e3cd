import assert from "node:assert/strict";
import fc from "fast-check";
import { fitLine } from "./fit_line.ts";

Deno.test("points on a line give that line", () => {
  const number = fc.integer({ min: -1000, max: 1000 });
  fc.assert(fc.property(number, number, fc.uniqueArray(number, { minLength: 2, maxLength: 20 }), (a, b, xs) => {
    const { offset, slope, r2 } = fitLine(xs.map((x) => [x, a + b * x] as const));
    assert.ok(Math.abs(offset - a) < 1e-6 && Math.abs(slope - b) < 1e-6 && Math.abs(r2 - 1) < 1e-6);
  }));
});

Deno.test("points beside the line: least squares, and less than all of the variance", () => {
  const { offset, slope, r2 } = fitLine([[0, 0], [1, 2], [2, 1]]);
  assert.ok(Math.abs(slope - 0.5) < 1e-12 && Math.abs(offset - 0.5) < 1e-12);
  assert.ok(Math.abs(r2 - 0.25) < 1e-12);
});
