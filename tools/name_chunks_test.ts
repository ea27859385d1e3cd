import assert from "node:assert/strict";
import { nameChunks } from "./name_chunks.ts";

/** A small bundle as two computers make it: the hashes of the names differ, and the comments that name source files. */
function bundle(a: string, b: string, c: string, cache: string): Map<string, string> {
  return new Map([
    [
      "main.js",
      `import { x } from "./chunk-${a}.js";\n// main.ts\nawait import("./run_it-${c}.js");\n// kept: a remark\n`,
    ],
    [`chunk-${a}.js`, `import "./chunk-${b}.js";\n// ${cache}/zod/v4/core.js\nvar x = 1;\nexport { x };\n`],
    [`chunk-${b}.js`, `var y = "./other.js";\n`],
    [`run_it-${c}.js`, `import { x } from './chunk-${a}.js';\n`],
  ]);
}

const FIRST = bundle("AAAAAAAA", "BBBBBBBB", "CCCCCCCC", "../../home/somebody/.cache");
const SECOND = bundle("ZZZZZZZZ", "2345YYYY", "A1A1A1A1", "../home/me/.cache");

Deno.test("a bundle has the same files wherever it is made", () => {
  const made = nameChunks(FIRST);
  assert.deepEqual([...made], [...nameChunks(SECOND)]);
  assert.deepEqual([...made], [...nameChunks(new Map([...SECOND].reverse()))]);
});

Deno.test("every import finds its file, and what is no import of a chunk stays", () => {
  const made = nameChunks(FIRST);
  assert.equal(made.size, 4);
  const text = [...made.values()].join("");
  for (const [, name] of text.matchAll(/(?:from|import) ?\(?["']\.\/([^"']+)["']/g)) assert.ok(made.has(name), name);
  assert.match(made.get("run_it.js")!, /import { x } from '\.\/chunk-\d\.js'/);
  assert.match(text, /var y = "\.\/other\.js"/);
  assert.match(text, /^\/\/ kept: a remark$/m);
  assert.doesNotMatch(text, /main\.ts|zod/);
});

Deno.test("two files of one name get two names", () => {
  const made = nameChunks(
    new Map([["run-AAAAAAAA.js", "1;\n"], ["run-BBBBBBBB.js", "2;\n"], ["main.js", `import "./run-BBBBBBBB.js";\n`]]),
  );
  const target = /\.\/(.*)"/.exec(made.get("main.js")!)![1];
  assert.equal(made.get(target), "2;\n");
  assert.equal(made.size, 3);
});
