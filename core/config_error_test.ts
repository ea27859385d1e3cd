import assert from "node:assert/strict";
import { ConfigError } from "./config_error.ts";
import { ConfigProblems } from "./config_problems.ts";
import { keyPath } from "./key_path.ts";
import { orList } from "./or_list.ts";
import { quoted } from "./quoted.ts";

const at = (line: number, column: number, file = "f.yaml") => ({ file, line, column });

Deno.test("ConfigError prints one line for each problem: place, key path, what is wrong, what to do", () => {
  const error = new ConfigError([
    { ...at(3, 7), path: "a.b", value: "x", message: "'x' is no y; wanted y", hint: "did you mean 'y'?" },
    { ...at(0, 0), path: "", message: "cannot be read" },
  ]);
  assert.equal(error.message, "f.yaml:3:7: a.b: 'x' is no y; wanted y (did you mean 'y'?)\nf.yaml: cannot be read");
});

Deno.test("ConfigProblems sorts by place within a file and notes a shared place once", () => {
  const problems = new ConfigProblems();
  problems.throwIfAny();
  problems.add(at(2, 1), "b", "two");
  problems.add(at(1, 9), "a", "one");
  problems.add(at(9, 9, "other.yaml"), "", "elsewhere");
  problems.add(at(1, 10), "a", "later");
  problems.add(at(2, 1), "c", "two");
  problems.add(at(0, 0), "x", "whole");
  problems.add(at(0, 0), "y", "whole");
  assert.throws(() => problems.throwIfAny(), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.deepEqual(error.problems.map(({ path, message }) => `${path} ${message}`), [
      "x whole",
      "y whole",
      "a one",
      "a later",
      "b two",
      " elsewhere",
    ]);
    return true;
  });
});

Deno.test("keyPath quotes keys that would be ambiguous", () => {
  assert.equal(keyPath(["Robots", "ur5e", "targets", 0, 1]), "Robots.ur5e.targets[0][1]");
  assert.equal(keyPath(["a.b", "", "c d", "x\ny", 'q"']), '"a.b".""."c d"."x\\ny"."q\\""');
  assert.equal(keyPath([]), "");
});

Deno.test("quoted shows what is invisible and cuts what is long", () => {
  assert.equal(quoted("a'é機"), "'a'é機'");
  assert.equal(quoted("a\n\u0000\u200b"), "'a\\n\\u0000\\u{200b}'");
  assert.equal(quoted("😀".repeat(61)), `'${"😀".repeat(60)}…'`);
});

Deno.test("orList reads as a sentence", () => {
  assert.deepEqual([[], ["a"], ["a", "b"], ["a", "b", "c"]].map(orList), ["", "a", "a or b", "a, b or c"]);
});
