import assert from "node:assert/strict";
import { median } from "./median.ts";

Deno.test("the middle, by value and not by text, whatever the order", () => {
  assert.equal(median([100, 9, 20]), 20);
  assert.equal(median([4, 1, 3, 2]), 2.5);
  assert.equal(median([7]), 7);
  assert.ok(Number.isNaN(median([])));
});
