/**
 * Entry of the control worker of `uri bench loop`: the manager's own loop with a controller that has nothing to do.
 *
 * @module
 */
import { HeapWatch } from "../core/heap_watch.ts";
import { requestRealtime, type SchedulingOutcome } from "../core/request_realtime.ts";
import { SharedBlock } from "../core/shared_block.ts";
import { SystemClock } from "../core/system_clock.ts";
import { HoldController } from "../controller/hold/hold_controller.ts";
import { ManagerBlock } from "../manager/manager_block.ts";
import { managerBlockShape } from "../manager/manager_block_shape.ts";
import { ManagerCycle } from "../manager/manager_cycle.ts";
import { runTicks } from "../manager/run_ticks.ts";
import { warmUp } from "../manager/warm_up.ts";
import { Codec } from "../wasm/codec.ts";
import type { FromLoopWorker, ToLoopWorker } from "./loop_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLoopWorker>) => void) | null;
  postMessage(message: FromLoopWorker): void;
}

const scope = self as unknown as WorkerScope;
const heap = new HeapWatch();
let clock: SystemClock;
let periodNs: number;
let obtained: SchedulingOutcome["obtained"];
let prepared: Promise<void>;

scope.onmessage = async ({ data }) => {
  if (data.type === "prepare") {
    periodNs = data.periodNs;
    prepared = prepare(data.policy);
    return;
  }
  await prepared;
  scope.postMessage({ type: "ended", obtained, late: run(data.ticks) });
};

async function prepare(policy: (ToLoopWorker & { type: "prepare" })["policy"]): Promise<void> {
  clock = new SystemClock();
  warmUp(await Codec.load(), clock);
  // A reservation of no time at all is refused by the kernel, and the product's second choice is what remains: SCHED_FIFO.
  ({ obtained } = requestRealtime(policy === "normal" ? "off" : "try", policy === "deadline" ? periodNs : 0));
}

function run(ticks: number) {
  const block = new SharedBlock(managerBlockShape(0));
  const controller = new HoldController({ timeStepNs: periodNs, robots: [], configuration: {} });
  controller.initializeRobots();
  controller.start();
  const cycle = new ManagerCycle({ controller, runEvery: 1, robots: [], block, clock });
  runTicks(cycle, periodNs, block, clock, { heap, every: 1000, limit: ticks });
  return block.histograms[ManagerBlock.H_LATE].summary(1);
}
