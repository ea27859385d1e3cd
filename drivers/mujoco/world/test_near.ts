import assert from "node:assert/strict";

/** Checks that numbers are equal but for `tolerance`. */
export function testNear(actual: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  const [a, e] = [Array.from(actual), Array.from(expected)];
  const isNear = a.length === e.length && a.every((value, i) => Math.abs(value - e[i]) <= tolerance);
  assert.ok(isNear, `${a.join(" ")} is not ${e.join(" ")} within ${tolerance}`);
}
