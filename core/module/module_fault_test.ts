import assert from "node:assert/strict";
import { describeThrown } from "./describe_thrown.ts";
import { ModuleFault } from "./module_fault.ts";

const PATH = "/robots/arm/driver.js";
const told = () => "as told";

Deno.test("ModuleFault: an exception, with its place in the module's folder", () => {
  const fault = new ModuleFault(PATH);
  assert.equal(fault.isOfGuard, false);
  assert.equal(fault.describe(told), "");
  const error = new Error("no answer");
  error.stack =
    `Error: no answer\n    at f (file:///usr/lib/other.js:1:2)\n    at g (file:///robots/arm/lib/bus.js:12:3)\n` +
    "    at sync (file:///robots/arm/driver.js:5:6)";
  assert.equal(fault.threw("sync", error), -1);
  assert.equal(fault.isOfGuard, true);
  assert.equal(fault.describe(told), "sync() threw: no answer (lib/bus.js:12:3)");
  error.stack = "Error: no answer\n    at f (file:///robots/armful/driver.js:1:2)";
  assert.equal(fault.describe(told), "sync() threw: no answer");
});

Deno.test("ModuleFault: whatever is thrown, there is a text of one line and bounded length", () => {
  const values: [unknown, string][] = [
    ["text", "text"],
    [undefined, "undefined"],
    [null, "null"],
    [Symbol("s"), "Symbol(s)"],
    [{ a: 1 }, "[object Object]"],
    [Object.create(null), "an object that cannot be shown"],
    [new TypeError("t"), "TypeError: t"],
    [new Error(""), "Error"],
    ["\x1b[31mred\x1b[0m\n\tline\u2028two\0", "red line two"],
  ];
  for (const [value, text] of values) assert.equal(describeThrown(value, "/nowhere/m.js"), text);
  assert.equal(describeThrown("x".repeat(5000), PATH).length, 401);
  class Broken extends Error {
    override get message(): string {
      throw 1;
    }
  }
  assert.equal(describeThrown(new Broken(), PATH), "an object that cannot be shown");
  assert.equal(describeThrown(Object.assign(new Error(), { message: 5, name: {} }), PATH), "[object Object]: 5");
});

Deno.test("ModuleFault: a negative number is the object's own fault, and so is its text", () => {
  const fault = new ModuleFault(PATH);
  assert.equal(fault.returned("sync", -7), -7);
  assert.equal(fault.isOfGuard, false);
  assert.equal(fault.describe(told), "as told");
  for (const nothing of ["", undefined, 5]) {
    assert.equal(fault.describe(() => nothing), "sync() returned -7, and lastError() tells nothing");
  }
  assert.equal(
    fault.describe(() => {
      throw new Error("worse");
    }),
    "sync() returned -7, and lastError() threw: worse",
  );
});

Deno.test("ModuleFault: a result that is no number; a promise that is rejected harms nothing", async () => {
  const fault = new ModuleFault(PATH);
  for (
    const [value, is] of [
      [undefined, "nothing"],
      [null, "null"],
      [NaN, "NaN"],
      [true, "true"],
      ["0", "a string"],
      [0n, "a bigint"],
      [{}, "an object"],
    ]
  ) {
    assert.equal(fault.returned("run", value), -1);
    assert.equal(fault.isOfGuard, true);
    assert.equal(fault.describe(told), `run() returned ${is}; wanted 0, or a negative number on a fault`);
  }
  assert.equal(fault.returned("run", Promise.reject(new Error("late"))), -1);
  assert.equal(fault.describe(told), "run() returned a promise; wanted a number at once: it must not be async");
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.equal(fault.broke("run", "it did that"), -1);
  assert.equal(fault.describe(told), "run(): it did that");
});
