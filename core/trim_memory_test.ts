import assert from "node:assert/strict";
import { TestScript } from "./test_script.ts";

Deno.test("memory that was freed between blocks that stay is given back to the system", async () => {
  const script = new TestScript(`
    import { trimMemory } from "./trim_memory.ts";
    const resident = () => {
      const [, kilobytes] = /RssAnon:\\s*(\\d+)/.exec(Deno.readTextFileSync("/proc/self/status"))!;
      return Number(kilobytes) / 1024;
    };
    const blocks = Array.from({ length: 800 }, () => new Uint8Array(100_000).fill(1));
    // Every twentieth stays, the last one too: the heap cannot simply become shorter.
    for (const [i, block] of blocks.entries()) if (i % 20 !== 19) block.buffer.transfer(0);
    const before = resident();
    trimMemory();
    console.log(Math.round(before - resident()), blocks.filter((block) => block.length > 0).every((block) => block[99_999] === 1));
  `);
  const { code, out, err } = await script.run();
  assert.equal(code, 0, err);
  const [freedMb, isKept] = out.trim().split(" ");
  assert.equal(isKept, "true");
  assert.ok(Number(freedMb) > 40, `${freedMb} MB of 72 MB were given back`);
});
