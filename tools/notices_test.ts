import assert from "node:assert/strict";
import { productLock } from "./product_lock.ts";
import { projectRoot } from "./project_root.ts";

Deno.test("every package that comes into the executable has its notice", () => {
  const text = Deno.readTextFileSync(`${projectRoot()}/packaging/notices.txt`);
  for (const id of Object.keys(productLock().npm)) assert.ok(text.includes(id.replace(/(.)@.*/, "$1")), id);
});
