import assert from "node:assert/strict";
import { robotNameFault } from "./robot_name_fault.ts";

Deno.test("robotNameFault accepts one legal key chunk", () => {
  for (
    const name of [
      "ur5e",
      "007",
      "on",
      "2e5",
      "null",
      "~",
      "a b",
      "é",
      "機械",
      "a@b",
      "...",
      "x".repeat(64),
      "é".repeat(32),
    ]
  ) {
    assert.equal(robotNameFault(name), undefined, name);
  }
});

Deno.test("robotNameFault tells why a name is none", () => {
  for (
    const [name, reason] of [
      ["", /empty/],
      ["a/b", /contains '\/'/],
      ["a*", /contains '\*'/],
      ["$a", /contains '\$'/],
      ["a?", /contains '\?'/],
      ["#a", /contains '#'/],
      ["@a", /starts with '@'/],
      [" a", /blank/],
      ["a\u00a0", /blank/],
      ["a\u0000b", /invisible/],
      ["a\u200bb", /invisible/],
      [".", /folder/],
      ["..", /folder/],
      ["x".repeat(65), /65 bytes; wanted at most 64/],
      ["é".repeat(33), /66 bytes/],
    ] as const
  ) assert.match(robotNameFault(name) ?? "", reason, JSON.stringify(name));
});
