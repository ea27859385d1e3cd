import type { Clock } from "../core/clock.ts";
import type { HeapWatch } from "../core/heap_watch.ts";
import { LoopTime } from "../core/loop_time.ts";
import { Pacer } from "../core/pacer.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { ManagerBlock as B } from "./manager_block.ts";
import type { ManagerCycle } from "./manager_cycle.ts";
import { ManagerEnd } from "./manager_end.ts";
import { ManagerEvent } from "./manager_event.ts";

/** Ticks after which the heap is watched: the compiler still works on the loop before. */
const SETTLED = 3000;

/** How {@link runTicks} watches the heap, and when it ends by itself. */
export interface TickWatch {
  /** The heap of the thread. */
  readonly heap: HeapWatch;
  /** Ticks between two looks at the heap. */
  readonly every: number;
  /** Ticks before the first look. */
  readonly settled?: number;
  /** Called after a tick in which the controller has refused a robot, with its number. */
  readonly onRefusal?: (robot: number) => void;
  /** Ends as stopped after so many ticks. */
  readonly limit?: number;
}

/**
 * The control loop of a manager: wakes up at every deadline, runs the tick, skips and counts what it missed. Blocks until it ends, and
 * tells how, see `ManagerEnd`.
 */
export function runTicks(
  cycle: ManagerCycle,
  tickNs: number,
  block: SharedBlock,
  clock: Clock,
  watch: TickWatch,
): number {
  const { heap, every, settled = SETTLED, limit = Infinity, onRefusal } = watch;
  const { flags, values, histograms, events } = block;
  const late = histograms[B.H_LATE];
  const busy = histograms[B.H_CYCLE];
  const pacer = new Pacer(clock.now(), tickNs);
  const time = new LoopTime();
  for (let ticks = 1; ticks <= limit; ticks++) {
    clock.sleepUntil(pacer.deadlineNs);
    time.ns = clock.now();
    late.record(time.ns - pacer.deadlineNs);
    if (Atomics.load(flags, B.STOP) !== 0) return ManagerEnd.Stopped;
    const end = cycle.tick(pacer.index, time);
    values[B.CYCLES] += 1;
    if (end !== ManagerEnd.Running) return end;
    if (values[B.REFUSED_BY_CONTROLLER] !== 0) {
      onRefusal?.(values[B.REFUSED_BY_CONTROLLER] - 1);
      values[B.REFUSED_BY_CONTROLLER] = 0;
    }
    const after = clock.now();
    busy.record(after - time.ns);
    const skipped = pacer.advance(after);
    if (skipped > 0) {
      values[B.MISSED] += skipped;
      events.push(ManagerEvent.Missed, skipped, after - pacer.deadlineNs, 0, 0);
    }
    if (ticks === settled) heap.start();
    else if (ticks > settled && ticks % every === 0) heap.sample();
  }
  return ManagerEnd.Stopped;
}
