import assert from "node:assert/strict";
import fc from "fast-check";
import { ConfigProblems } from "../../core/config_problems.ts";
import { parseYaml } from "../../core/parse_yaml.ts";
import type { YamlMap } from "../../core/yaml_node.ts";
import { yamlToPlain } from "../../core/yaml_to_plain.ts";
import { checkLibraryValues } from "./check_library_values.ts";

/** What is noted of a configuration. */
function faults(text: string): string[] {
  const problems = new ConfigProblems();
  const root = parseYaml(text, "f.yaml", problems) as YamlMap;
  assert.ok(problems.isEmpty);
  checkLibraryValues(root, problems);
  return problems.all.map(({ line, column, path, message }) => `${line}:${column}: ${path}: ${message}`);
}

Deno.test("values for a library: a number that JSON does not know is refused with its place, at any depth", () => {
  const said = (value: string) => `${value} cannot be told to a controller in a library; wanted a finite number`;
  const values = [".inf", "-.inf", ".nan", "1e400", "-.INF", "+.Inf"];
  for (const value of values) {
    assert.deepEqual(faults(`Mine: {limit: ${value}}`), [`1:15: Mine.limit: ${said(value)}`]);
    assert.deepEqual(faults(`Mine:\n  limits: [1, ${value}]`), [`2:15: Mine.limits[1]: ${said(value)}`]);
    assert.deepEqual(faults(`limit: ${value}`), [`1:8: limit: ${said(value)}`]);
  }
});

Deno.test("values for a library: half of a character is refused, too", () => {
  assert.match(faults('Mine: {name: "\\ud800"}')[0], /^1:14: Mine\.name: is no text: it has half of a character/);
});

Deno.test("values for a library: all others are told, and arrive as they are", () => {
  assert.deepEqual(
    faults('Mine: {a: 1, b: -0.5e300, c: ".inf", d: null, e: [true, x], f: "🦾"}\nRobots: {a: .inf}'),
    [],
  );
  const any = fc.dictionary(fc.stringMatching(/^[a-z]+$/), fc.jsonValue({ maxDepth: 3 }), { minKeys: 1 });
  fc.assert(fc.property(any, (section) => {
    const text = JSON.stringify(section);
    if (text.includes("__proto__")) return;
    assert.deepEqual(faults(text), []);
    const plain = yamlToPlain(parseYaml(text, "f.yaml", new ConfigProblems())!);
    assert.deepEqual(JSON.parse(JSON.stringify(plain)), plain);
  }));
});
