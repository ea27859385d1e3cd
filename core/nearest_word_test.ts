import assert from "node:assert/strict";
import fc from "fast-check";
import { nearestWord } from "./nearest_word.ts";

const KEYS = ["module", "interface", "base", "controller", "network_interface", "robot_interface"];

Deno.test("nearestWord finds what was mistyped", () => {
  for (
    const [word, nearest] of [
      ["modul", "module"],
      ["controler", "controller"],
      ["Controller", "controller"],
      ["nework_interface", "network_interface"],
      ["robot-interface", "robot_interface"],
      ["bsae", "base"],
      ["bassse", "base"],
    ]
  ) assert.equal(nearestWord(word, KEYS), nearest, word);
});

Deno.test("nearestWord keeps silent when nothing is close", () => {
  for (const word of ["", "x", "gripper", "m", "interpolation_time", "z".repeat(1000)]) {
    assert.equal(nearestWord(word, KEYS), undefined, word);
  }
  assert.equal(nearestWord("ab", ["cd"]), undefined);
  assert.equal(nearestWord("module", []), undefined);
});

Deno.test("nearestWord takes the closest candidate, the first of equals", () => {
  assert.equal(nearestWord("tine_step", ["time_stop", "time_step"]), "time_step");
  assert.equal(nearestWord("cat", ["bat", "hat"]), "bat");
});

Deno.test("nearestWord obeys a given distance", () => {
  assert.equal(nearestWord("Robtos", ["Robots"], 1), "Robots");
  assert.equal(nearestWord("Rbtos", ["Robots"], 1), undefined);
});

Deno.test("nearestWord undoes any single edit", () => {
  const word = fc.stringMatching(/^[a-z_]{5,20}$/);
  fc.assert(fc.property(word, fc.nat(), fc.constantFrom("delete", "insert", "replace", "swap"), (right, at, edit) => {
    const i = at % (right.length - 1);
    const rest = right.slice(i + 1);
    const wrong = right.slice(0, i) + {
      delete: rest,
      insert: right[i] + "q" + rest,
      replace: "q" + rest,
      swap: rest[0] + right[i] + rest.slice(1),
    }[edit];
    assert.equal(nearestWord(wrong, ["0123456789", right], 1), right);
  }));
});

Deno.test("nearestWord gives a candidate within the distance, whichever way round", () => {
  const word = fc.stringMatching(/^[ab]{4,7}$/);
  fc.assert(fc.property(word, word, (a, b) => {
    assert.equal(nearestWord(a, [b], 2) === undefined, nearestWord(b, [a], 2) === undefined);
    assert.equal(nearestWord(a, [b], 1) === undefined, optimum(a, b) > 1);
  }));
});

/** The unrestricted Damerau-Levenshtein distance of words with at most one edit, by trying every edit; 2 stands for more. */
function optimum(a: string, b: string): number {
  if (a === b) return 0;
  for (let i = 0; i <= a.length; i++) {
    const [head, tail] = [a.slice(0, i), a.slice(i)];
    if (head + tail.slice(1) === b) return 1;
    if (tail.length > 1 && head + tail[1] + tail[0] + tail.slice(2) === b) return 1;
    for (const letter of "ab") {
      if (head + letter + tail === b || head + letter + tail.slice(1) === b) return 1;
    }
  }
  return 2;
}
