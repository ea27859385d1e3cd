import assert from "node:assert/strict";
import { processMemory } from "./process_memory.ts";

Deno.test("memory of this process: parts within the whole, the whole within the peak", () => {
  const memory = processMemory(Deno.pid);
  assert.ok(memory !== undefined);
  assert.ok(memory.resident > 1e6);
  assert.ok(memory.file + memory.shared < memory.resident);
  assert.ok(memory.peak >= memory.resident);
});

Deno.test("a process that is not there has none", () => {
  assert.equal(processMemory(2 ** 30), undefined);
});
