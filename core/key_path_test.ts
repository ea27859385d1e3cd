import assert from "node:assert/strict";
import { didYouMean } from "./did_you_mean.ts";
import { keyPath } from "./key_path.ts";
import { orList } from "./or_list.ts";

Deno.test("key path: keys by dots, indices in brackets, what would be ambiguous in quotes", () => {
  assert.equal(keyPath([]), "");
  assert.equal(keyPath(["Robots", "ur5e", "controller", "mode"]), "Robots.ur5e.controller.mode");
  assert.equal(keyPath(["targets", 0, 1]), "targets[0][1]");
  assert.equal(keyPath(["a.b", "c d", "", "007", "é"]), '"a.b"."c d"."".007.é');
});

Deno.test("lists of words and hints, as a sentence says them", () => {
  assert.equal(orList([]), "");
  assert.equal(orList(["a"]), "a");
  assert.equal(orList(["a", "b"]), "a or b");
  assert.equal(orList(["a", "b", "c"]), "a, b or c");
  assert.equal(didYouMean("positon", ["torque", "position"]), "did you mean 'position'?");
  assert.equal(didYouMean("xyzzy", ["torque", "position"]), undefined);
});
