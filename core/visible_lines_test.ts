import assert from "node:assert/strict";
import fc from "fast-check";
import { visibleLines } from "./visible_lines.ts";

Deno.test("visible lines: line feeds stay, everything else that is invisible is escaped", () => {
  assert.equal(visibleLines("plain"), "plain");
  assert.equal(visibleLines("é 本 😀\nb"), "é 本 😀\nb");
  assert.equal(visibleLines("a\r\n\x1b[31mb\tc\u202e\x9b"), "a\\r\n\\u001b[31mb\\tc\\u{202e}\\u{9b}");
  assert.equal(visibleLines("a\n[error] b\n", "  "), "a\n  [error] b\n  ");
});

Deno.test("visible lines: whatever the text, as many lines as before, nothing invisible in them, and all but the first indented", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(fc.string({ unit: "binary", maxLength: 1 }), fc.constant("\n")) }),
      (text) => {
        const lines = visibleLines(text, "  ").split("\n");
        assert.equal(lines.length, text.split("\n").length);
        for (const [i, line] of lines.entries()) {
          assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
          if (i > 0) assert.ok(line.startsWith("  "));
        }
      },
    ),
  );
});
