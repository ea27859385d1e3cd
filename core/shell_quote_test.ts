import assert from "node:assert/strict";
import fc from "fast-check";
import { shellQuote } from "./shell_quote.ts";

/** Words as a program may get them: no NUL, which ends a word, and no half of a surrogate pair, which no encoding has. */
const word = fc.oneof(
  fc.string({ unit: "binary", maxLength: 12 }).filter((text) => !text.includes("\0")),
  fc.string({
    unit: fc.constantFrom(..."ab'\"\\$`!*?[]{}()<>|&;#~=% \t\n-".split("")),
    maxLength: 12,
  }),
  fc.constantFrom("", " ", "'", "''", "it's", "-n", "--", "$HOME", "`id`", "~", "a=b", "*", "\\", "\n", "é 本", "!!"),
);

/** Lists of words, many at a time: a shell prints what it understood, each word followed by a NUL. */
function understood(lines: readonly string[]): string[][] {
  const script = lines.map((line) => `printf '%s\\0' ${line}; printf '\\n\\0'`).join("\n");
  const { code, stdout, stderr } = new Deno.Command("sh", { args: ["-c", script], cwd: "/" }).outputSync();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  const lists: string[][] = [[]];
  for (const each of new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout).split("\0").slice(0, -1)) {
    if (each === "\n" && lists.length <= lines.length) lists.push([]);
    else lists.at(-1)!.push(each);
  }
  return lists.slice(0, -1);
}

Deno.test("shell quote: a shell understands the same words", () => {
  // A word that is a line feed alone would look like the end of a list.
  const words = fc.array(word.filter((text) => text !== "\n"), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (lists) => {
      assert.deepEqual(understood(lists.map(shellQuote)), lists);
    }),
    { numRuns: 25 },
  );
});

Deno.test("shell quote: a line feed stays one", () => {
  const { stdout } = new Deno.Command("sh", { args: ["-c", `printf '%s|' ${shellQuote(["\n", "a\nb"])}`] })
    .outputSync();
  assert.equal(new TextDecoder().decode(stdout), "\n|a\nb|");
});

Deno.test("shell quote: what needs no quotes has none", () => {
  assert.equal(
    shellQuote(["/usr/bin/uri", "interface", "-c", "/tmp/a_b-1.yaml", "--x=1,2:3%@+"]),
    "/usr/bin/uri interface -c /tmp/a_b-1.yaml --x=1,2:3%@+",
  );
  assert.equal(shellQuote(["a b", "", "it's"]), `'a b' '' 'it'\\''s'`);
});
