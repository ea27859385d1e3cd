import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigProblems } from "../../core/config_problems.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import type { YamlEntry } from "../../core/yaml_node.ts";
import { yamlToPlain } from "../../core/yaml_to_plain.ts";
import { resolveBases } from "./resolve_bases.ts";

Deno.test("resolveBases: a base of a base works in any order of the file", () => {
  const robots = ["a: {x: 1, s: {p: 1, q: 1}, l: [1, 2]}", "b: {base: a, s: {q: 2}}", "c: {base: b, l: [3], y: 4}"];
  const expected = new Map<string, unknown>([
    ["a", { x: 1, s: { p: 1, q: 1 }, l: [1, 2] }],
    ["b", { x: 1, s: { p: 1, q: 2 }, l: [1, 2] }],
    ["c", { x: 1, s: { p: 1, q: 2 }, l: [3], y: 4 }],
  ]);
  fc.assert(fc.property(fc.shuffledSubarray(robots, { minLength: 3 }), (order) => {
    const problems = new ConfigProblems();
    const resolved = resolveBases(entriesOf(order.join("\n")), problems);
    assert.ok(problems.isEmpty);
    assert.deepEqual(resolved.map(({ entry }) => entry.key), order.map((line) => line[0]));
    for (const { entry, isWhole } of resolved) {
      assert.ok(isWhole);
      assert.deepEqual(yamlToPlain(entry.value), expected.get(entry.key));
    }
  }));
});

Deno.test("resolveBases: each circle is told once, each missing base by its robot, and the rest is whole", () => {
  const bases = fc.array(fc.integer({ min: -2, max: 7 }), { minLength: 1, maxLength: 8 });
  fc.assert(fc.property(bases, (targets) => {
    // −1: no base; everything beyond the robots: a base that is missing.
    const lines = targets.map((base, i) => `r${i}: {${base === -1 ? "" : `base: r${base}`}}`);
    const problems = new ConfigProblems();
    const resolved = resolveBases(entriesOf(lines.join("\n")), problems);
    const isMissing = (base: number) => base !== -1 && !(base in targets);
    const missing = targets.filter(isMissing).length;
    const circles = new Set<string>();
    targets.forEach((_, start) => {
      const seen = [start];
      let next = targets[start];
      while (next in targets && !seen.includes(next)) next = targets[seen[seen.push(next) - 1]];
      assert.equal(resolved[start].isWhole, next === -1);
      if (next in targets) circles.add(String(seen.slice(seen.indexOf(next)).sort()));
    });
    assert.equal(problems.all.length, missing + circles.size);
  }));
});

function entriesOf(text: string): readonly YamlEntry[] {
  const root = parseYaml(text, "f", new ConfigProblems());
  assert.ok(root?.kind === "map");
  return root.entries;
}
