import assert from "node:assert/strict";
import { chooseLicences } from "./choose_licences.ts";

Deno.test("one licence is taken of several, in every form that packages write", () => {
  const cases: [string, string[] | undefined][] = [
    ["MIT", ["MIT"]],
    ["MIT OR Apache-2.0", ["Apache-2.0"]],
    ["MIT/Apache-2.0", ["Apache-2.0"]],
    [" EPL-2.0 OR Apache-2.0", ["Apache-2.0"]],
    ["Unlicense OR MIT", ["MIT"]],
    ["Apache-2.0 AND ISC", ["Apache-2.0", "ISC"]],
    ["(MIT OR Apache-2.0) AND Unicode-3.0", ["Apache-2.0", "Unicode-3.0"]],
    ["MIT OR Zlib AND ISC", ["MIT"]],
    ["Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT", ["Apache-2.0"]],
    ["MIT OR Apache-2.0 OR LGPL-2.1-or-later", ["Apache-2.0"]],
  ];
  for (const [expression, wanted] of cases) assert.deepEqual(chooseLicences(expression), wanted, expression);
});

Deno.test("what may not be taken, or cannot be understood, gives nothing", () => {
  for (const expression of ["GPL-3.0-only", "MIT AND GPL-2.0", "", "MIT Apache-2.0", "SSPL-1.0 OR GPL-3.0", "MIT)"]) {
    assert.equal(chooseLicences(expression), undefined, expression);
  }
});
