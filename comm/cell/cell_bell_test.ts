import assert from "node:assert/strict";
import { Libc } from "../../core/posix/libc.ts";
import { CellBell } from "./cell_bell.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** Rings `count` times, or for ever, each time after a pause in which the main thread has nothing to do. */
function ringer(buffer: SharedArrayBuffer, count = Infinity): Worker {
  const url = new URL("../testing/bell_thread.ts", import.meta.url);
  const worker = new Worker(url, { type: "module" });
  worker.postMessage({ buffer, count });
  return worker;
}

Deno.test("a main thread that has nothing else to do is woken by another thread's bell", async () => {
  const buffer = CellBell.allocate();
  const bell = new CellBell(buffer);
  const worker = ringer(buffer);
  let looks = 0;
  // Each sleep ends by a ring alone: no timer and no message is there. How many rings one look stands for is up to the load of the computer.
  while (looks < 100) await bell.listen(() => looks++);
  assert.ok(Atomics.load(new Int32Array(buffer), 0) >= 99, "a look for each ring, at most");
  worker.terminate();
});

Deno.test("a ring during the look is not missed", async () => {
  const bell = new CellBell(CellBell.allocate());
  await bell.listen(() => bell.ring());
});
