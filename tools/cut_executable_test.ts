import assert from "node:assert/strict";
import { cutExecutable } from "./cut_executable.ts";
import { ToolError } from "./tool_error.ts";

/** A header with a table of `count` section headers of 64 bytes at `offset`. */
function elf(offset: number, count: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0x28, BigInt(offset), true);
  view.setUint16(0x3a, 64, true);
  view.setUint16(0x3c, count, true);
  return bytes;
}

Deno.test("what follows the section headers is cut off", () => {
  assert.equal(cutExecutable(elf(1000, 3, 5000)).length, 1192);
  assert.equal(cutExecutable(elf(1000, 3, 1192)).length, 1192);
});

Deno.test("a running program is its own cut: nothing is lost", () => {
  const sh = Deno.readFileSync("/proc/self/exe");
  assert.ok(cutExecutable(sh).length <= sh.length);
});

Deno.test("a truncated file and a file of another kind are refused", () => {
  assert.throws(() => cutExecutable(elf(1000, 3, 1191)), ToolError);
  assert.throws(() => cutExecutable(new TextEncoder().encode("#!/bin/sh\n".repeat(20))), ToolError);
  assert.throws(() => cutExecutable(new Uint8Array(10)), ToolError);
});
