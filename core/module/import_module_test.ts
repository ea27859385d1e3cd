import assert from "node:assert/strict";
import { importModule } from "./import_module.ts";
import { ModuleError } from "./module_error.ts";
import { TestModules } from "./test_modules.ts";

/** Why the module is not imported, with `DIR` for its folder. */
async function refusal(path: string): Promise<string> {
  const folder = path.replace(/\/[^/]*$/, "");
  return await importModule(path, "driver").then(
    () => assert.fail("it was imported"),
    (error) => {
      assert.ok(error instanceof ModuleError, String(error));
      assert.equal(error.path, path);
      return error.message.replaceAll(folder, "DIR");
    },
  );
}

Deno.test("importModule: the default export, also of a file with signs that mean something in an address", async () => {
  using modules = new TestModules();
  for (const name of ["a.js", "a.mjs", "a.ts", "a b.js", "a#b.js", "a?b.js", "a%20b.js", "ä.js"]) {
    const path = modules.write(`export default () => ${JSON.stringify(name)};`, name);
    assert.equal((await importModule(path, "driver"))(), name);
  }
});

Deno.test("importModule: TypeScript, its neighbours and what comes with the engine may be imported from source", async () => {
  using modules = new TestModules();
  modules.write("export const answer: number = 42;", "other.ts");
  const path = modules.write(
    `import { answer } from "./other.ts"; import { join } from "node:path"; export default (): string => join("a", String(answer));`,
    "m.ts",
  );
  assert.equal((await importModule(path, "driver"))(), "a/42");
});

Deno.test("importModule: a file that is none, is a folder or has a relative path", async () => {
  using modules = new TestModules();
  assert.equal(
    await refusal(`${modules.path}/none.js`),
    "Cannot load the module DIR/none.js: there is none, a file was wanted; correct the path",
  );
  Deno.mkdirSync(`${modules.path}/folder.js`);
  assert.match(await refusal(`${modules.path}/folder.js`), /it is a folder, a file was wanted/);
  assert.match(await refusal("/dev/null"), /it is no regular file/);
  for (
    const name of ["core/version.ts", "./core/version.ts", "fast-check", "node:fs", "npm:x", "data:text/javascript,1"]
  ) {
    await assert.rejects(importModule(name, "driver"), /the path is relative, an absolute one was wanted/);
  }
});

Deno.test("importModule: what is wrong in the module is told with the place, on one line without colours", async () => {
  using modules = new TestModules();
  for (
    const [text, pattern] of [
      ["export default (x: => x;", /m\.js:1:18/],
      ["\n\nthrow new Error('no\\n  licence');", /^Cannot load the module DIR\/m\.js: no licence \(m\.js:3:7\)$/],
      ["throw 'text';", /: text$/],
      ["throw undefined;", /: undefined$/],
      ["throw { get message() { throw 1; }, toString() { throw 2; } };", /: an object that cannot be shown$/],
      [
        "module.exports = () => 1;",
        /module is not defined.*; it is written as CommonJS: write 'import … from' and 'export default'/,
      ],
      ["require('fs');", /require is not defined.*CommonJS/],
      ["import './nothing.js';", /nothing\.js".*m\.js:1:8/],
      ["import x from 'nothing';", /put everything else into one file: 'deno bundle .*m\.bundle\.js.*npx esbuild/],
    ] as const
  ) {
    const path = modules.write(text, "m.js");
    const fresh = `${modules.path}/${crypto.randomUUID()}`;
    Deno.mkdirSync(fresh); // each time another path: an engine imports a file once
    Deno.renameSync(path, `${fresh}/m.js`);
    const said = await refusal(`${fresh}/m.js`);
    assert.match(said, pattern);
    assert.doesNotMatch(said, /\p{Cc}/u);
  }
});

Deno.test("importModule: a default export that is none, with what to write instead", async () => {
  using modules = new TestModules();
  const write = "write 'export default function (context) { … }', which returns the driver";
  for (
    const [text, fault] of [
      ["", `it exports nothing; a default export was wanted, the function that makes the driver; ${write}`],
      [
        "export const create = 1, other = 2;",
        `it exports create, other, and no default; a default export was wanted, the function that makes the driver; ${write}`,
      ],
      [
        "export default 5;",
        `its default export is of type number; a function was wanted, which makes the driver; ${write}`,
      ],
      ["export default null;", `its default export is null; a function was wanted, which makes the driver; ${write}`],
      [
        "export default { create() {} };",
        `its default export is of type object; a function was wanted, which makes the driver; ${write}`,
      ],
      [
        "export default class Robot {}",
        "its default export is a class; a function was wanted, which makes the driver; write 'export default (context) => new Robot(context)'",
      ],
    ]
  ) {
    assert.equal(
      (await refusal(modules.write(text))).replace(/DIR\/m\d+\.js/, "M"),
      `Cannot load the module M: ${fault}`,
    );
  }
});
