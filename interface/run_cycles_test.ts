import assert from "node:assert/strict";
import { HeapWatch } from "../core/heap_watch.ts";
import { Libc } from "../core/posix/libc.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { LoopEnd } from "./loop_end.ts";
import { runCycles } from "./run_cycles.ts";
import { TestCycle } from "./test_cycle.ts";

new Libc(); // opened here, so that no single test is found to have left it open

/** A watch that counts how often it is asked to look. */
class CountedWatch extends HeapWatch {
  readonly calls: string[] = [];
  override start(): void {
    this.calls.push("start");
  }
  override sample(): void {
    this.calls.push("sample");
  }
}

Deno.test("run cycles: ends at the limit, and looks at the heap after it has settled, every so many cycles", async () => {
  const t = await TestCycle.open();
  t.driver.q = [0.5, -0.25];
  const heap = new CountedWatch();
  assert.equal(runCycles(t.cycle, t.block, { heap, every: 10, settled: 25, limit: 62 }), LoopEnd.Stopped);
  assert.equal(t.block.values[B.CYCLES], 62);
  assert.deepEqual(heap.calls, ["start", "sample", "sample", "sample", "sample"]); // after 25; 30, 40, 50, 60
});

Deno.test("run cycles: asked to stop, it ends without another cycle", async () => {
  const t = await TestCycle.open();
  t.driver.q = [0.5, -0.25];
  const heap = new HeapWatch();
  const step = t.cycle.step.bind(t.cycle);
  t.cycle.step = () => {
    if (t.block.values[B.CYCLES] === 4) Atomics.store(t.block.flags, B.STOP, 1);
    return step();
  };
  assert.equal(runCycles(t.cycle, t.block, { heap, every: 1000 }), LoopEnd.Stopped);
  assert.equal(t.block.values[B.CYCLES], 5);
  assert.equal(runCycles(t.cycle, t.block, { heap, every: 1000 }), LoopEnd.Stopped);
  assert.equal(t.block.values[B.CYCLES], 5);
});

Deno.test("run cycles: passes on how a cycle has ended", async () => {
  for (
    const [fault, end] of [["sync", LoopEnd.SyncFault], ["read", LoopEnd.ReadFault], [
      "command",
      LoopEnd.CommandFault,
    ]] as const
  ) {
    const t = await TestCycle.open();
    t.driver.q = [0.5, -0.25];
    t.run(3);
    t.driver.codes[fault] = -1;
    assert.equal(runCycles(t.cycle, t.block, { heap: new HeapWatch(), every: 1000 }), end);
  }
});
