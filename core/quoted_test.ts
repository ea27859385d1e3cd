import assert from "node:assert/strict";
import fc from "fast-check";
import { quoted } from "./quoted.ts";

Deno.test("quoted: nothing invisible gets into a message, and no message gets long", () => {
  assert.equal(quoted("ur5e"), "'ur5e'");
  assert.equal(quoted("a\tb\u0000\u200b\u2028"), "'a\\tb\\u0000\\u{200b}\\u{2028}'");
  assert.equal(quoted("é 本 😀"), "'é 本 😀'");
  assert.equal(quoted("x".repeat(61)), `'${"x".repeat(60)}…'`);
  assert.equal(quoted("😀".repeat(60)), `'${"😀".repeat(60)}'`);
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 40 }), (text) => {
      assert.doesNotMatch(quoted(text), /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
    }),
    { numRuns: 40 },
  );
});
