import type { Clock } from "../core/clock.ts";
import type { HeapWatch } from "../core/heap_watch.ts";
import { Pacer } from "../core/pacer.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import type { ManagerCycle } from "./manager_cycle.ts";
import { ManagerEnd } from "./manager_end.ts";
import { ManagerEvent } from "./manager_event.ts";

/** Ticks after which the heap is watched: the compiler still works on the loop before. */
const SETTLED = 3000;

/**
 * The control loop of a manager: wakes up at every deadline, runs the tick, skips and counts what it missed. Blocks until it ends, and
 * tells how, see `ManagerEnd`. `heap` is sampled once a second; `limit`: ends as stopped after so many ticks.
 */
export function runTicks(
  cycle: ManagerCycle,
  tickNs: number,
  block: SharedBlock,
  clock: Clock,
  heap: HeapWatch,
  limit = Infinity,
): number {
  const { flags, values, histograms, events } = block;
  const late = histograms[B.H_LATE];
  const busy = histograms[B.H_CYCLE];
  const everySecond = Math.max(1, Math.round(1e9 / tickNs));
  const pacer = new Pacer(clock.now(), tickNs);
  for (let ticks = 1; ticks <= limit; ticks++) {
    clock.sleepUntil(pacer.deadlineNs);
    const now = clock.now();
    late.record(now - pacer.deadlineNs);
    if (Atomics.load(flags, B.STOP) !== 0) return ManagerEnd.Stopped;
    const end = cycle.tick(pacer.index, now);
    values[B.CYCLES] += 1;
    if (end !== ManagerEnd.Running) return end;
    const after = clock.now();
    busy.record(after - now);
    const skipped = pacer.advance(after);
    if (skipped > 0) {
      values[B.MISSED] += skipped;
      events.push(ManagerEvent.Missed, skipped, after - pacer.deadlineNs, 0, 0);
    }
    if (ticks === SETTLED) heap.start();
    else if (ticks > SETTLED && ticks % everySecond === 0) heap.sample();
  }
  return ManagerEnd.Stopped;
}
