import assert from "node:assert/strict";
import { Cleanups } from "./cleanups.ts";
import { RunFailure } from "./run_failure.ts";

Deno.test("cleanups: all are done, side by side, and one that fails stops no other", async () => {
  const cleanups = new Cleanups();
  const done: string[] = [];
  cleanups.add(() => Promise.reject(new RunFailure("cleaning: broken on purpose, nothing was wanted")));
  cleanups.add(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push("slow");
  });
  cleanups.add(() => Promise.resolve(void done.push("quick")));
  await cleanups.run(10_000);
  assert.deepEqual(done, ["quick", "slow"]);
});

Deno.test("cleanups: what never ends is left after the patience", async () => {
  const cleanups = new Cleanups();
  cleanups.add(() => new Promise(() => {}));
  await cleanups.run(20);
});
