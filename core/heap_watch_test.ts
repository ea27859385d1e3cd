import assert from "node:assert/strict";
import type { HeapFigures } from "./heap_watch.ts";
import { HeapWatch } from "./heap_watch.ts";
import { TestScript } from "./test_script.ts";
import { V8_FLAGS } from "./v8_flags.ts";

const FLAGS = [V8_FLAGS, "--expose-gc"].filter((flags) => flags !== "").join(",");

/** Figures after `work`, in a process with the flags of the program where collections can be asked for. */
async function figuresAfter(work: string): Promise<HeapFigures> {
  const script = new TestScript(
    `import { HeapWatch } from "./heap_watch.ts";
     const turn = () => new Promise((resolve) => setTimeout(resolve, 0));
     const minor = () => gc({ type: "minor" });
     let keep: unknown[] = [];
     const watch = new HeapWatch();
     await turn();
     ${work}
     const figures = watch.figures();
     console.log(JSON.stringify(figures), keep.length < 0);`,
    { v8Flags: FLAGS },
  );
  const { code, out, err } = await script.run();
  assert.equal(code, 0, err);
  return JSON.parse(out.slice(0, out.lastIndexOf("}") + 1));
}

Deno.test("heap watch: a full collection is noticed", async () => {
  const { major_gcs } = await figuresAfter("watch.start(); watch.sample(); gc();");
  assert.equal(major_gcs, 1);
});

Deno.test("heap watch: collections of young objects alone are minor ones, however many", async () => {
  const figures = await figuresAfter(`
    minor(); minor(); watch.start();
    for (let round = 0; round < 5; round++) {
      for (let i = 0; i < 2000; i++) keep = [i, keep.length];
      watch.sample();
      minor();
      watch.sample();
    }`);
  assert.equal(figures.major_gcs, 0);
  assert.ok(figures.minor_gcs >= 5, `${figures.minor_gcs}`);
});

Deno.test("heap watch: a full collection counts once as major, and not as minor too", async () => {
  const figures = await figuresAfter(`
    minor(); minor(); watch.start();
    keep = Array.from({ length: 50_000 }, (_, i) => ({ i }));
    watch.sample();
    keep = [];
    gc();
    watch.sample();`);
  assert.deepEqual([figures.major_gcs, figures.minor_gcs], [1, 0]);
});

Deno.test("heap watch: growth is what was allocated and kept", async () => {
  const none = await figuresAfter(
    "let n = 0; const count = () => { while (n < 100_000) n++; }; watch.start(); count();",
  );
  const some = await figuresAfter("watch.start(); keep = Array.from({ length: 100_000 }, (_, i) => ({ i }));");
  // What V8 compiles meanwhile counts too: some hundred kilobytes on a bad day. A hundred thousand objects are ten times that.
  assert.ok(none.growth_bytes < 1_000_000, `${none.growth_bytes}`);
  assert.ok(some.growth_bytes > 2_000_000, `${some.growth_bytes}`);
  assert.equal(some.major_gcs, 0);
});

Deno.test("heap watch: zeros when it was never started", () => {
  const watch = new HeapWatch();
  watch.sample();
  assert.deepEqual(watch.figures(), { watched: false, growth_bytes: 0, minor_gcs: 0, major_gcs: 0 });
});
