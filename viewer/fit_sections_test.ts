import assert from "node:assert/strict";
import fc from "fast-check";
import { fitSections } from "./fit_sections.ts";
import type { Section } from "./section.ts";

const section = (keep: number, count: number, name = ""): Section => ({
  keep,
  lines: Array.from({ length: count }, (_, i) => [{ text: `${name}${i}` }]),
  ...(name === "" ? {} : { more: (hidden: number) => [{ text: `${hidden} ${name} more` }] }),
});
const texts = (sections: readonly Section[], rows: number) =>
  fitSections(sections, rows).map((line) => line.map(({ text }) => text).join(""));

Deno.test("all that fits stays, in its order", () => {
  assert.deepEqual(texts([section(1, 1), section(9, 2, "a")], 3), ["0", "a0", "a1"]);
  assert.deepEqual(texts([section(1, 1), section(9, 2, "a")], Infinity), ["0", "a0", "a1"]);
});

Deno.test("what has the smallest number goes first; a part of a section leaves a line that says how much", () => {
  const sections = [section(5, 4, "a"), section(1, 1), section(3, 3, "b")];
  assert.deepEqual(texts(sections, 7), ["a0", "a1", "a2", "a3", "b0", "b1", "b2"]);
  assert.deepEqual(texts(sections, 6), ["a0", "a1", "a2", "a3", "b0", "2 b more"]);
  assert.deepEqual(texts(sections, 5), ["a0", "a1", "a2", "a3", "3 b more"]);
  assert.deepEqual(texts(sections, 4), ["a0", "a1", "a2", "a3"], "rather the whole of one than a part of each");
  assert.deepEqual(texts(sections, 3), ["a0", "3 a more", "3 b more"]);
  assert.deepEqual(texts(sections, 1), ["4 a more"]);
});

Deno.test("the first lines of a section may be worth more than its others", () => {
  const sections = [{ ...section(1, 6, "a"), core: { lines: 2, keep: 5 } }, section(3, 2)];
  assert.deepEqual(texts(sections, 6), ["a0", "a1", "a2", "3 a more", "0", "1"]);
  assert.deepEqual(texts(sections, 5), ["a0", "a1", "4 a more", "0", "1"]);
  assert.deepEqual(texts(sections, 4), ["a0", "a1", "4 a more"]);
  assert.deepEqual(texts(sections, 2), ["a0", "5 a more"]);
});

Deno.test("property: never more lines than rows, and nothing is hidden that is not counted", () => {
  const any = fc.record({ keep: fc.integer({ min: 0, max: 9 }), count: fc.integer({ min: 1, max: 20 }) });
  fc.assert(fc.property(fc.array(any, { maxLength: 8 }), fc.integer({ min: 0, max: 40 }), (parts, rows) => {
    const sections = parts.map(({ keep, count }, index) => section(keep, count, `s${index}:`));
    const lines = texts(sections, rows);
    assert.ok(lines.length <= rows);
    sections.forEach(({ lines: all }, index) => {
      const own = lines.filter((line) => line.includes(`s${index}:`));
      const hidden = Number(/^(\d+) s\d+: more$/.exec(own.at(-1) ?? "")?.[1] ?? 0);
      if (own.length > 0) assert.equal(own.length - (hidden > 0 ? 1 : 0) + hidden, all.length);
    });
  }));
});
