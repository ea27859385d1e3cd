import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigProblems } from "./config_problems.ts";
import { mergeYaml } from "./merge_yaml.ts";
import { parseYaml } from "./parse_yaml.ts";
import type { YamlNode } from "./yaml_node.ts";
import { yamlToPlain } from "./yaml_to_plain.ts";

type Plain = number | string | Plain[] | { [key: string]: Plain };

const value: fc.Arbitrary<Plain> = fc.letrec<{ value: Plain }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.integer(),
    fc.constantFrom("x", "y"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), { noNullPrototype: true }),
  ),
})).value;
const map = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), value, { noNullPrototype: true });

Deno.test("mergeYaml merges maps at every depth and replaces everything else", () => {
  fc.assert(fc.property(map, map, (base, top) => {
    assert.deepEqual(yamlToPlain(mergeYaml(node(base), node(top))), merged(base, top));
  }));
});

Deno.test("mergeYaml: a map merged with itself or with nothing stays as it is", () => {
  fc.assert(fc.property(map, (a) => {
    assert.deepEqual(yamlToPlain(mergeYaml(node(a), node(a))), a);
    assert.deepEqual(yamlToPlain(mergeYaml(node({}), node(a))), a);
    assert.deepEqual(yamlToPlain(mergeYaml(node(a), node({}))), a);
  }));
});

Deno.test("mergeYaml keeps the place where a value is written", () => {
  const both = mergeYaml(node({ a: 1, b: { c: 2 } }, "base"), node({ b: { d: 3 } }, "top"));
  assert.ok(both.kind === "map" && both.entries[1].value.kind === "map");
  assert.equal(both.entries[0].value.mark.file, "base");
  assert.equal(both.entries[1].keyMark.file, "top");
  assert.deepEqual(both.entries[1].value.entries.map(({ value }) => value.mark.file), ["base", "top"]);
});

function merged(base: Plain, top: Plain): Plain {
  if (!isMap(base) || !isMap(top)) return top;
  const result = { ...base };
  for (const [key, over] of Object.entries(top)) result[key] = key in base ? merged(base[key], over) : over;
  return result;
}

function isMap(plain: Plain): plain is { [key: string]: Plain } {
  return typeof plain === "object" && !Array.isArray(plain);
}

function node(plain: Plain, file = "f"): YamlNode {
  const problems = new ConfigProblems();
  const root = parseYaml(JSON.stringify(plain), file, problems);
  problems.throwIfAny();
  return root!;
}
