import assert from "node:assert/strict";
import { neededGlibc } from "./needed_glibc.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("the newest version of all programs counts, by its numbers", () => {
  const first = bytes("\0libc.so.6\0GLIBC_2.9\0GLIBC_2.17\0GLIBC_2.2.5\0");
  assert.equal(neededGlibc([first]), "2.17");
  assert.equal(neededGlibc([first, bytes("\0GLIBC_2.34\0GLIBC_PRIVATE\0")]), "2.34");
  assert.equal(neededGlibc([first, bytes("see GLIBC_2.99 and\0GLIBC_3.0x\0")]), "2.17");
  assert.equal(neededGlibc([bytes("no program")]), undefined);
});

Deno.test("this very runtime asks for a version", () => {
  assert.match(neededGlibc([Deno.readFileSync(Deno.execPath())]) ?? "", /^2\.\d+$/);
});
