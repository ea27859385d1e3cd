import assert from "node:assert/strict";
import { productLock } from "./product_lock.ts";
import { projectRoot } from "./project_root.ts";

Deno.test("the executable gets the packages of the program with what they need, and none of those of the tests", () => {
  const { npm, specifiers } = productLock();
  const names = Object.keys(npm).map((id) => id.replace(/(.)@.*/, "$1"));
  for (const wanted of ["@eclipse-zenoh/zenoh-ts", "@mujoco/mujoco", "commander", "flatbuffers", "yaml", "zod"]) {
    assert.ok(names.includes(wanted), wanted);
  }
  for (const other of ["fast-check", "pure-rand"]) assert.ok(!names.includes(other), other);
  assert.ok(
    Object.keys(specifiers).every((specifier) => specifier.startsWith("npm:") && !specifier.includes("fast-check")),
  );
});

Deno.test("of what zenoh-ts names as its needs only what it imports is locked, so that no linter is downloaded with it", () => {
  const { npm } = JSON.parse(Deno.readTextFileSync(`${projectRoot()}/deno.lock`));
  const [, zenoh] = Object.entries<{ dependencies: string[] }>(npm).find(([id]) =>
    id.startsWith("@eclipse-zenoh/zenoh-ts@")
  )!;
  assert.deepEqual(
    zenoh.dependencies,
    ["@thi.ng/leb128", "channel-ts", "typed-duration"],
    "deno.lock was made anew: take the other dependencies out of the entry of @eclipse-zenoh/zenoh-ts, and their own entries",
  );
  assert.deepEqual(Object.keys(npm).filter((id) => /^(eslint|tslog|uuid|base64-arraybuffer)@/.test(id)), []);
});
