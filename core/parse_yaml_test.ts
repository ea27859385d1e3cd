import assert from "node:assert/strict";
import { ConfigError } from "./config_error.ts";
import { ConfigProblems } from "./config_problems.ts";
import { parseYaml } from "./parse_yaml.ts";
import type { YamlNode } from "./yaml_node.ts";
import { yamlToPlain } from "./yaml_to_plain.ts";

Deno.test("parseYaml keeps keys and scalars as they are written, in order", () => {
  const root = parse("10: a\n007: b\non: c\n2e5: d\n1_000: e\nnull: f\n~: g\n'quoted key': h\n1: i\n");
  assert.deepEqual(keysOf(root), ["10", "007", "on", "2e5", "1_000", "null", "~", "quoted key", "1"]);
  const values = parse("a: 1e-3\nb: '1e-3'\nc: 0x10\nd:\ne: |\n  text\n");
  assert.deepEqual(
    values.kind === "map" &&
      values.entries.map(({ value }) => value.kind === "scalar" && [value.text, value.quoted, value.value]),
    [
      ["1e-3", false, 0.001],
      ["1e-3", true, "1e-3"],
      ["0x10", false, 16],
      ["", false, null],
      ["text\n", true, "text\n"],
    ],
  );
});

Deno.test("parseYaml tells where things are, with byte order mark and CRLF", () => {
  const root = parse("\uFEFFa: 1\r\nb:\r\n  - c\r\n  - {d: é, e: f}\r\n");
  assert.ok(root.kind === "map");
  assert.deepEqual(root.entries[0].keyMark, { file: "f.yaml", line: 1, column: 1 });
  const list = root.entries[1].value;
  assert.ok(list.kind === "list" && list.items[1].kind === "map");
  assert.deepEqual(list.items[0].mark, { file: "f.yaml", line: 3, column: 5 });
  assert.deepEqual(list.items[1].entries[1].value.mark, { file: "f.yaml", line: 4, column: 15 });
  assert.deepEqual(yamlToPlain(root), { a: 1, b: ["c", { d: "é", e: "f" }] });
});

Deno.test("parseYaml merges maps: own keys first, then the earlier map; the order of the file is kept", () => {
  const root = parse(
    "x: &x {a: 1, b: 2}\ny: &y {b: 3, c: 4}\nz:\n  d: 5\n  <<: [*x, *y]\n  a: 6\nw: {<<: *y, <<<: 1}\nv:\n  <<: {i: 1}\n",
  );
  assert.deepEqual(yamlToPlain(root), {
    x: { a: 1, b: 2 },
    y: { b: 3, c: 4 },
    z: { d: 5, b: 2, c: 4, a: 6 },
    w: { b: 3, c: 4, "<<<": 1 },
    v: { i: 1 },
  });
  assert.ok(root.kind === "map");
  assert.deepEqual(keysOf(root.entries[2].value), ["d", "b", "c", "a"]);
  // A merged value stands where it is written.
  const merged = root.entries[2].value;
  assert.ok(merged.kind === "map");
  assert.deepEqual(merged.entries[2].value.mark, { file: "f.yaml", line: 2, column: 17 });
  assert.deepEqual(yamlToPlain(parse("a: {'<<': 1}")), { a: { "<<": 1 } });
});

Deno.test("parseYaml resolves aliases to the latest anchor before them", () => {
  assert.deepEqual(yamlToPlain(parse("a: &x 1\nb: *x\nc: &x 2\nd: *x\ne: [&k key]\n*k : 3\n")), {
    a: 1,
    b: 1,
    c: 2,
    d: 2,
    e: ["key"],
    key: 3,
  });
});

Deno.test("parseYaml reads compact JSON", () => {
  assert.deepEqual(yamlToPlain(parse('{"a":{"b":[1,0.005,"x:y",true,null]},"c":{}}')), {
    a: { b: [1, 0.005, "x:y", true, null] },
    c: {},
  });
});

Deno.test("parseYaml gives nothing for an empty text, without a problem", () => {
  for (const text of ["", "\n\n", "# only a comment\n", "---\n"]) {
    const problems = new ConfigProblems();
    const root = parseYaml(text, "f.yaml", problems);
    assert.ok(root === undefined || (root.kind === "scalar" && root.value === null), JSON.stringify(text));
    assert.ok(problems.isEmpty, JSON.stringify(text));
  }
});

Deno.test("parseYaml names line and column of what is broken", () => {
  for (
    const [text, ...expected] of [
      [
        "a:\n\tb: 1\n",
        "f.yaml:2:1: is no valid YAML: a tab is used as indentation; wanted spaces (replace the tab by spaces)",
      ],
      [
        "a: [1\nb: 2\n",
        "f.yaml:2:1: is no valid YAML: flow sequence in block collection must be sufficiently indented and end with a ]",
      ],
      ["a: b: c\n", "f.yaml:1:4: is no valid YAML: nested mappings are not allowed in compact mappings"],
      ["a: 'x\n", "f.yaml:2:1: is no valid YAML: missing closing 'quote"],
      [
        "a: 1\n---\nb: 2\n",
        "f.yaml:2:1: is more than one YAML document; wanted one (remove everything from this '---' on)",
      ],
      ["a: !x 1\n", "f.yaml:1:4: is no usable YAML: unresolved tag: !x; wanted plain values (remove the tag)"],
      [
        "a:\n  b: 1\n  c: 2\n  b: 3\n",
        "f.yaml:4:3: a.b: is written twice, first in line 2; wanted once (remove one of them)",
      ],
      ['007: 1\n"007": 2\n', "f.yaml:2:1: 007: is written twice, first in line 1; wanted once (remove one of them)"],
      [
        "a: &x {b: 1}\nc:\n  <<: *x\n  <<: *x\n",
        "f.yaml:4:3: c.<<: is written twice, first in line 3; wanted once (write one: `<<: [*a, *b]`)",
      ],
      ["a: &arm 1\nb: *amr\n", "f.yaml:2:4: b: alias '*amr' has no anchor '&amr' before it (did you mean 'arm'?)"],
      ["a: *x\nb: &x 1\n", "f.yaml:1:4: a: alias '*x' has no anchor '&x' before it"],
      ["a: &x [1, *x]\n", "f.yaml:1:11: a[1]: alias '*x' stands inside the value that it repeats"],
      [
        "a: {<<: 1}\nb: {<<: [[1]]}\n",
        "f.yaml:1:9: a.<<: '1' cannot be merged; wanted a map or a list of maps",
        "f.yaml:2:10: b.<<: a list cannot be merged; wanted a map or a list of maps",
      ],
      [
        "a: {<<: *no}\n",
        "f.yaml:1:9: a.<<: alias '*no' has no anchor '&no' before it",
      ],
      ["? [a]\n: 1\n", "f.yaml:1:3: a key is a list; wanted a word"],
      ["a:\n  : 1\n", "f.yaml:2:3: a: a key is ''; wanted a word"],
      ["__proto__: {polluted: true}\n", "f.yaml:1:1: a key is '__proto__'; wanted a word"],
      ["[".repeat(100_000), "f.yaml:1:1: is no usable YAML: values are nested too deep"],
    ]
  ) {
    const problems = new ConfigProblems();
    parseYaml(text, "f.yaml", problems);
    assert.throws(() => problems.throwIfAny(), (error) => {
      assert.ok(error instanceof ConfigError);
      assert.deepEqual(error.message.split("\n"), expected);
      return true;
    });
  }
});

Deno.test("parseYaml refuses aliases that explode", () => {
  const text = ["a0: &a0 [1, 1]"];
  for (let i = 1; i < 60; i++) text.push(`a${i}: &a${i} [*a${i - 1}, *a${i - 1}]`);
  const problems = new ConfigProblems();
  parseYaml(text.join("\n"), "f.yaml", problems);
  assert.throws(() => problems.throwIfAny(), /stands for more than 100000 values by its aliases/);
});

Deno.test("parseYaml takes as many values as a file has, and refuses aliases that make them more than twice as many", () => {
  const motion = `a: &a [${"0.5, ".repeat(130_000)}0.5]\n`;
  const root = parse(motion);
  assert.ok(root.kind === "map" && root.entries[0].value.kind === "list");
  assert.equal(root.entries[0].value.items.length, 130_001);
  const problems = new ConfigProblems();
  parseYaml(`${motion}b: [*a, *a]\n`, "f.yaml", problems);
  assert.throws(() => problems.throwIfAny(), /1:1: stands for more than 100000 values by its aliases/);
});

function parse(text: string): YamlNode {
  const problems = new ConfigProblems();
  const root = parseYaml(text, "f.yaml", problems);
  problems.throwIfAny();
  assert.ok(root !== undefined);
  return root;
}

function keysOf(node: YamlNode): readonly string[] {
  assert.ok(node.kind === "map");
  return node.entries.map(({ key }) => key);
}
