import assert from "node:assert/strict";
import { stripCustomSections } from "./strip_custom_sections.ts";

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPE = [1, 4, 1, 0x60, 0, 0];
const NAME = [0, 0x85, 0x80, 0x00, 1, 0x78, 1, 2, 3];

Deno.test("custom sections go, the others stay in their order and still are a module", () => {
  const module = stripCustomSections(Uint8Array.of(...HEADER, ...NAME, ...TYPE, ...NAME));
  assert.deepEqual([...module], [...HEADER, ...TYPE]);
  assert.ok(WebAssembly.validate(module));
});

Deno.test("bytes that are cut off are left to the compiler to refuse", () => {
  assert.deepEqual([...stripCustomSections(Uint8Array.of(...HEADER, 1, 200))], [...HEADER, 1, 200]);
  assert.deepEqual([...stripCustomSections(Uint8Array.of(...HEADER))], HEADER);
});
