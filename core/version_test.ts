import assert from "node:assert/strict";
import { VERSION } from "./version.ts";

Deno.test("the version is that of deno.json", () => {
  assert.equal(VERSION, JSON.parse(Deno.readTextFileSync(new URL("../deno.json", import.meta.url))).version);
});
