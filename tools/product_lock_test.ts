import assert from "node:assert/strict";
import { productLock } from "./product_lock.ts";

Deno.test("the executable gets the packages of the program with what they need, and none of those of the tests", () => {
  const { npm, specifiers } = productLock();
  const names = Object.keys(npm).map((id) => id.replace(/(.)@.*/, "$1"));
  for (const wanted of ["@mujoco/mujoco", "commander", "flatbuffers", "yaml", "zod"]) {
    assert.ok(names.includes(wanted), wanted);
  }
  for (const other of ["fast-check", "pure-rand"]) assert.ok(!names.includes(other), other);
  assert.ok(
    Object.keys(specifiers).every((specifier) => specifier.startsWith("npm:") && !specifier.includes("fast-check")),
  );
});
