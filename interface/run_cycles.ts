import type { HeapWatch } from "../core/heap_watch.ts";
import type { FloatEnvironment } from "../core/posix/float_environment.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import { InterfaceBlock as B } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";
import { LoopEnd } from "./loop_end.ts";
import type { RobotCycle } from "./robot_cycle.ts";

/** Cycles after which the heap is watched: the compiler still works on the loop before. */
const SETTLED = 3000;
/** After the first cycle and then ten times as many each, up to so many, it is seen to that the driver leaves the thread's arithmetic alone. */
const LAST_LOOK = 1000;

/** How {@link runCycles} watches the heap, and when it ends by itself. */
export interface CycleWatch {
  /** The heap of the thread. */
  readonly heap: HeapWatch;
  /** Cycles between two looks at the heap. */
  readonly every: number;
  /** How the thread computes, to be kept so. */
  readonly arithmetic?: FloatEnvironment;
  /** Cycles before the first look. */
  readonly settled?: number;
  /** Ends as stopped after so many cycles. */
  readonly limit?: number;
}

/** The control loop of an interface: runs cycles, which the driver paces, until one of them ends it or it is asked to stop. Blocks. */
export function runCycles(cycle: RobotCycle, block: SharedBlock, watch: CycleWatch): number {
  const { heap, arithmetic, every, settled = SETTLED, limit = Infinity } = watch;
  const flags = block.flags;
  let look = 1;
  for (let cycles = 1; cycles <= limit; cycles++) {
    if (Atomics.load(flags, B.STOP) !== 0) return LoopEnd.Stopped;
    const end = cycle.step();
    if (end !== LoopEnd.Running) return end;
    if (cycles === look) {
      look = look < LAST_LOOK ? look * 10 : 0;
      const changed = arithmetic?.giveBack() ?? 0;
      if (changed !== 0) block.events.push(InterfaceEvent.ArithmeticChanged, changed, 0, 0, 0);
    }
    if (cycles === settled) heap.start();
    else if (cycles > settled && cycles % every === 0) heap.sample();
  }
  return LoopEnd.Stopped;
}
