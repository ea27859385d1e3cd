import type { HeapWatch } from "../core/heap_watch.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { LoopEnd } from "./loop_end.ts";
import type { RobotCycle } from "./robot_cycle.ts";

/** Cycles after which the heap is watched: the compiler still works on the loop before. */
const SETTLED = 3000;

/** How {@link runCycles} watches the heap, and when it ends by itself. */
export interface CycleWatch {
  /** The heap of the thread. */
  readonly heap: HeapWatch;
  /** Cycles between two looks at the heap. */
  readonly every: number;
  /** Cycles before the first look. */
  readonly settled?: number;
  /** Ends as stopped after so many cycles. */
  readonly limit?: number;
}

/** The control loop of an interface: runs cycles, which the driver paces, until one of them ends it or it is asked to stop. Blocks. */
export function runCycles(cycle: RobotCycle, block: SharedBlock, watch: CycleWatch): number {
  const { heap, every, settled = SETTLED, limit = Infinity } = watch;
  const flags = block.flags;
  for (let cycles = 1; cycles <= limit; cycles++) {
    if (Atomics.load(flags, B.STOP) !== 0) return LoopEnd.Stopped;
    const end = cycle.step();
    if (end !== LoopEnd.Running) return end;
    if (cycles === settled) heap.start();
    else if (cycles > settled && cycles % every === 0) heap.sample();
  }
  return LoopEnd.Stopped;
}
