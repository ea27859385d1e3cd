import assert from "node:assert/strict";
import plugin from "./plugin.ts";

/** The messages of one rule on `source`, as if it stood at `path`. */
function findings(rule: string, path: string, source: string): string[] {
  return Deno.lint.runPlugin(plugin, path, source)
    .filter((each) => each.id === `uri/${rule}`)
    .map((each) => each.message);
}

/** Checks that `rule` has nothing against each of `sources`. */
function accepts(rule: string, path: string, ...sources: string[]): void {
  for (const source of sources) assert.deepEqual(findings(rule, path, source), [], `${path}: ${source}`);
}

/** Checks that `rule` has exactly one thing against each of `sources`, and that it says `text`. */
function refuses(rule: string, path: string, text: RegExp, ...sources: string[]): void {
  for (const source of sources) {
    const found = findings(rule, path, source);
    assert.equal(found.length, 1, `${path}: ${source}: ${JSON.stringify(found)}`);
    assert.match(found[0], text);
  }
}

Deno.test("import-layers: imports go down", () => {
  accepts("import-layers", "manager/a.ts", 'import { b } from "../comm/mod.ts";', 'import "./c.ts";', 'import "yaml";');
  accepts("import-layers", "main.ts", 'await import("./cli/run.ts");');
  accepts("import-layers", "core/a.ts", 'const m = () => new URL("../main.ts", import.meta.url);');
  accepts("import-layers", "wasm/testing/a.ts", 'import fc from "fast-check";');
  accepts("import-layers", "bench/a.ts", 'import "../manager/b.ts";');
  accepts("import-layers", "wasm/a.ts", 'import type { B } from "../schemas/b.ts";');
  refuses(
    "import-layers",
    "core/a.ts",
    /core is not above comm/,
    'import "../comm/b.ts";',
    'export * from "../comm/b.ts";',
  );
  refuses("import-layers", "core/a.ts", /core is not above comm/, 'const b = () => import("../comm/b.ts");');
  refuses("import-layers", "core/a.ts", /core is not above comm/, 'export type { B } from "../comm/b.ts";');
  refuses("import-layers", "manager/a.ts", /manager is not above interface/, 'import "../interface/b.ts";');
  refuses("import-layers", "robots/a.ts", /robots is not above wasm/, 'import "../wasm/b.ts";');
  refuses("import-layers", "cli/a.ts", /cli is not above main.ts/, 'import "../main.ts";');
  refuses(
    "import-layers",
    "comm/a.ts",
    /comm is not above drivers/,
    'const w = () => new Worker(new URL("../drivers/b_worker.ts", import.meta.url), { type: "module" });',
  );
});

Deno.test("import-layers: tests import everything, the product neither tests nor tools", () => {
  accepts("import-layers", "core/a_test.ts", 'import "../manager/b.ts";', 'import "../tools/b.ts";');
  accepts("import-layers", "tests/a.ts", 'import "../manager/b.ts";', 'import assert from "node:assert/strict";');
  refuses("import-layers", "manager/a.ts", /of tests or tools/, 'import "../tools/b.ts";', 'import "./b_test.ts";');
  refuses("import-layers", "manager/a.ts", /is for tests/, 'import fc from "fast-check";');
});

Deno.test("import-layers: only pinned names and paths inside the project", () => {
  refuses("import-layers", "core/a.ts", /has a scheme/, 'import "npm:yaml@2";', 'import "https://example.org/a.ts";');
  refuses("import-layers", "core/a.ts", /leaves the project/, 'import "../../a.ts";');
  refuses("import-layers", "core/a.ts", /absolute path/, 'import "/core/a.ts";');
});

Deno.test("realtime: refuses what allocates, waits, throws or logs", () => {
  const body: [string, RegExp][] = [
    ["return new Date();", /`new` allocates/],
    ["return { a };", /object literal/],
    ["return [a];", /array literal/],
    ["const [x] = a; return x;", /taking an array apart/],
    ["return `${a}`;", /template string/],
    ["f(...a);", /spread/],
    ["throw a;", /`throw`/],
    ["for (const x of a) f(x);", /for \.\.\. of/],
    ["for (const x in a) f(x);", /for \.\.\. in/],
    ["const g = () => a; return g;", /closure/],
    ["function g() {} g();", /closure/],
    ["return 1n;", /BigInt/],
    ["return BigInt(a);", /BigInt\(\) allocates/],
    ["return a.subarray(1);", /subarray\(\) allocates/],
    ["return a.slice(1);", /slice\(\) allocates/],
    ["return Float64Array.from(a);", /call on Float64Array/],
    ["console.log(a);", /console/],
    ["log.info(a);", /call on log/],
    ['return "a" + a;', /joining texts/],
    ['a += "b";', /joining texts/],
    ["return /a/.test(a);", /regular expression/],
  ];
  for (const [code, text] of body) {
    refuses("realtime", "core/a.ts", text, `/**\n * Does it.\n * @realtime\n */\nexport function t(a, f) { ${code} }`);
    accepts("realtime", "core/a.ts", `/** Does it. Real-time safe. */\nexport function t(a, f) { ${code} }`);
  }
  refuses("realtime", "core/a.ts", /async/, "/** @realtime */ async function t() {}");
  refuses("realtime", "core/a.ts", /rest parameter/, "/** @realtime */ function t(...a) { return a; }");
});

Deno.test("realtime: finds the function in each form", () => {
  const code = "return [1];";
  refuses(
    "realtime",
    "core/a.ts",
    /array literal/,
    `/** @realtime */\nexport default function t() { ${code} }`,
    `/** @realtime */\nexport const t = () => { ${code} };`,
    `class A { /** @realtime */ private t() { ${code} } }`,
    `class A { /** @realtime */ #t() { ${code} } }`,
    `class A { /** @realtime */ static override t(): number[] { ${code} } }`,
    `class A { /** @realtime */ t = () => { ${code} }; }`,
    `const a = { /** @realtime */ t() { ${code} } };`,
    `const a = { /** @realtime */ t: () => { ${code} } };`,
  );
});

Deno.test("realtime: the tag holds for its function alone, and same-file calls must have it", () => {
  accepts(
    "realtime",
    "core/a.ts",
    "/** @realtime */ function t() { return u(); }\n/** @realtime */ function u() { return 1; }\nfunction v() { return [1]; }",
    "/** @realtime */ function t(a, i) { if (a[i] > 1) return Atomics.load(a, i); return Math.max(a[i], 2); }",
    "interface A { /** @realtime */ t(): number; }\nconst b = [1];",
  );
  refuses("realtime", "core/a.ts", /calls u\(\)/, "/** @realtime */ function t() { return u(); }\nfunction u() {}");
  refuses("realtime", "core/a.ts", /calls this\.#u\(\)/, "class A { /** @realtime */ t() { this.#u(); } #u() {} }");
});

Deno.test("error-texts: classes and texts", () => {
  accepts(
    "error-texts",
    "core/a.ts",
    'throw new FooError("Cannot open the port: it is taken; choose another", { cause });',
    'throw new FooError("driver", `Cannot open ${a}: it is taken`);',
    "throw new FooError(text);",
    'throw new FooError("RobotDriverMock", text);',
    "throw error;",
    'class FooError extends Error { constructor(a) { super(a + ": wanted a number"); } }',
  );
  refuses(
    "error-texts",
    "core/a.ts",
    /Error class refused: RangeError/,
    'throw new RangeError("Cannot do it: too large");',
  );
  refuses("error-texts", "core/a.ts", /Error class refused: Error/, "reject(Error(text));");
  refuses("error-texts", "core/a.ts", /no colon/, 'new FooError("It failed");', "new FooError(`It ${a} failed`);");
  refuses("error-texts", "core/a.ts", /ends with '!'/, 'new FooError("Cannot go: no road!");');
  refuses("error-texts", "core/a.ts", /ends with '\.'/, 'new FooError("Cannot go: " + "no road.");');
  refuses("error-texts", "core/a.ts", /name of a class/, 'new FooError("FooError: no road");');
  refuses("error-texts", "core/a.ts", /Throw refused/, 'throw "Cannot go: no road";');
  refuses("error-texts", "core/a.ts", /no colon/, 'class A extends FooError { constructor() { super("no road"); } }');
  accepts("error-texts", "core/a_test.ts", 'throw new Error("x");');
});

Deno.test("file-length: 300 lines, 500 for tests", () => {
  accepts("file-length", "core/a.ts", "//\n".repeat(300));
  refuses("file-length", "core/a.ts", /301 lines, at most 300/, "//\n".repeat(301));
  accepts("file-length", "core/a_test.ts", "//\n".repeat(500));
  refuses("file-length", "core/a_test.ts", /501 lines, at most 500/, "//\n".repeat(501));
});

Deno.test("ignore-reason: a silenced rule is named, with the reason", () => {
  const ignore = "// deno-lint-" + "ignore";
  accepts("ignore-reason", "core/a.ts", `${ignore} no-explicit-any -- the library says any\nf();`);
  refuses("ignore-reason", "core/a.ts", /reason is missing/, `${ignore}\nf();`, `${ignore} no-explicit-any\nf();`);
  refuses("ignore-reason", "core/a.ts", /reason is missing/, `${ignore}-file -- all of it\nf();`);
});

Deno.test("no-console and no-environment: the command line and the log alone", () => {
  accepts("no-console", "cli/a.ts", "console.log(1);");
  accepts("no-console", "core/log/a.ts", "console.log(1);");
  refuses("no-console", "core/logic.ts", /Console refused/, "console.log(1);");
  refuses("no-console", "bench/a.ts", /Console refused/, "console.error(1);");
  accepts("no-environment", "cli/a.ts", 'Deno.env.get("A");');
  refuses("no-environment", "core/a.ts", /Environment refused/, 'Deno.env.get("A");', "process.env.A;");
});

Deno.test("no-side-effects: an import only defines", () => {
  accepts(
    "no-side-effects",
    "core/a.ts",
    "const a = new Map([[1, 2]]); export function f() { Deno.open(a); }",
    "export const f = () => Deno.exit(1);",
    "if (import.meta.main) Deno.exit(await f());",
  );
  accepts("no-side-effects", "core/a_worker.ts", "self.onmessage = () => {};");
  refuses("no-side-effects", "core/a.ts", /a statement runs/, "f();", "for (;;) {}", "if (a) f();");
  refuses("no-side-effects", "core/a.ts", /Deno is called/, 'const a = Deno.dlopen("a", {});');
  refuses("no-side-effects", "core/a.ts", /Worker is created/, 'export const a = new Worker("a");');
  refuses("no-side-effects", "core/a.ts", /it awaits/, "const a = await f();");
});

Deno.test("one-export: one value a file, named after it", () => {
  accepts(
    "one-export",
    "core/foo_bar.ts",
    "export class FooBar {}",
    "export interface Options {} export function fooBar(o: Options) {}",
    "export type FooBar = 1; export const FOO_BARS = [1];",
    "export interface A {} export interface B {}",
    "const a = 1;",
  );
  refuses("one-export", "core/foo_bar.ts", /2 values/, "export class FooBar {} export function other() {}");
  refuses("one-export", "core/foo_bar.ts", /none of its exports/, "export class Foo {}");
  refuses("one-export", "core/FooBar.ts", /not in snake_case/, "export class FooBar {}");
  refuses("one-export", "core/foo_bar.ts", /not mod\.ts/, 'export class FooBar {} export * from "./a.ts";');
  accepts("one-export", "core/mod.ts", 'export * from "./a.ts"; export { b } from "./b.ts";');
  refuses("one-export", "core/mod.ts", /more than re-export/, "export const a = 1;", 'import "./a.ts";');
});
