import assert from "node:assert/strict";
import { createFromModule } from "./create_from_module.ts";
import { methodFaults, type WantedMethod } from "./method_faults.ts";
import { ModuleError } from "./module_error.ts";
import { TestModules } from "./test_modules.ts";

const METHODS: readonly WantedMethod[] = [{ name: "sync", does: "blocks" }, { name: "read", does: "reads" }, {
  name: "extra",
}];
const GOOD = "{ sync: () => 0, read: () => 1 }";

async function created(text: string, values: unknown[] = []): Promise<object> {
  using modules = new TestModules();
  return await createFromModule({ path: modules.write(text, "m.js"), what: "driver", values, methods: METHODS });
}

async function refusal(text: string): Promise<string> {
  try {
    await created(text);
  } catch (error) {
    assert.ok(error instanceof ModuleError, String(error));
    return error.message.replaceAll(error.path, "M");
  }
  return assert.fail("it was made");
}

Deno.test("createFromModule: the function may return at once, a promise, a thenable, or be async", async () => {
  for (
    const made of [
      `() => (${GOOD})`,
      `() => Promise.resolve(${GOOD})`,
      `async () => (${GOOD})`,
      `() => ({ then: (done) => done(${GOOD}) })`,
      `(robot, more) => ({ ...${GOOD}, robot, more })`,
    ]
  ) {
    const object = await created(`export default ${made};`, ["r", 2]) as Record<string, unknown>;
    assert.equal((object.sync as () => number)(), 0);
    if (made.startsWith("(robot")) assert.deepEqual([object.robot, object.more], ["r", 2]);
  }
});

Deno.test("createFromModule: what it throws, or rejects with, is told with the place", async () => {
  for (
    const how of ["() => {\n  throw new Error('no robot');\n}", "async () => {\n  throw new Error('no robot');\n}"]
  ) {
    assert.equal(
      await refusal(`export default ${how}`),
      "Cannot create the driver of the module M: no robot (m.js:2:9)",
    );
  }
  assert.equal(await refusal("export default () => Promise.reject(5)"), "Cannot create the driver of the module M: 5");
  assert.equal(
    await refusal("export default () => null.x"),
    "Cannot create the driver of the module M: TypeError: Cannot read properties of null (reading 'x') (m.js:1:27)",
  );
});

Deno.test("createFromModule: an object without its methods is refused, and closed", async () => {
  const say = (fault: string) => `Cannot use the driver of the module M: ${fault}; see docs/modules.md`;
  const object = "an object was wanted with the methods sync(), read()";
  for (
    const [made, fault] of [
      ["undefined", `it is nothing; ${object}`],
      ["null", `it is null; ${object}`],
      ["5", `it is a number; ${object}`],
      ["() => 1", `it is a function; ${object}`],
      ["{}", "sync() is missing, which blocks; read() is missing, which reads"],
      ["{ sync: () => 0 }", "read() is missing, which reads"],
      ["{ sync: 5, read: () => 0 }", "sync is no method, but of type number"],
      [
        "{ async sync() {}, read() {} }",
        "sync() is an async function or a generator; wanted one that returns its result at once",
      ],
      [
        "{ *sync() {}, read() {} }",
        "sync() is an async function or a generator; wanted one that returns its result at once",
      ],
      [
        `{ ...${GOOD}, extra: async () => {} }`,
        "extra() is an async function or a generator; wanted one that returns its result at once",
      ],
    ]
  ) assert.equal(await refusal(`export default () => (${made});`), say(fault));
  globalThis.name = "";
  await refusal("export default () => ({ close() { globalThis.name = 'closed'; } });");
  assert.equal(globalThis.name, "closed");
  await refusal("export default () => ({ close() { throw 1; } });");
});

Deno.test("methodFaults: methods of a class count like those of an object", () => {
  class Robot {
    sync(): number {
      return 0;
    }
    read = () => 0;
  }
  assert.equal(methodFaults(new Robot(), METHODS), "");
  assert.match(
    methodFaults(
      new (class {
        async sync() {}
        read() {}
      })(),
      METHODS,
    ),
    /^sync\(\) is an async/,
  );
});
