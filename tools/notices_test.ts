import assert from "node:assert/strict";
import { productLock } from "./product_lock.ts";
import { projectRoot } from "./project_root.ts";

Deno.test("every package that comes into the executable has its notice", () => {
  const text = Deno.readTextFileSync(`${projectRoot()}/packaging/notices.txt`);
  for (const id of Object.keys(productLock().npm)) assert.ok(text.includes(id.replace(/(.)@.*/, "$1")), id);
});

Deno.test("the native library's packages have their notices, with the texts of all licences but the Apache License", () => {
  const text = Deno.readTextFileSync(`${projectRoot()}/packaging/notices.txt`);
  const lock = Deno.readTextFileSync(`${projectRoot()}/comm/zenoh/native/Cargo.lock`);
  for (const name of ["zenoh", "zenoh-plugin-remote-api", "tokio", "rustls", "ring", "lz4_flex", "option-ext"]) {
    const version = new RegExp(`name = "${name}"\nversion = "(.*)"`).exec(lock)?.[1];
    assert.match(text, new RegExp(`(^|, )${name} ${version}(,|$)`, "m"));
  }
  for (
    const licence of [
      /Mozilla Public License Version 2\.0/i,
      /UNICODE LICENSE V3/i,
      /Copyright \(c\) 2020 Pascal Seitz/,
    ]
  ) {
    assert.match(text, licence);
  }
});
