import { explainScheduling } from "../core/explain_scheduling.ts";
import { logTaken } from "../core/log/log_taken.ts";
import type { Logger } from "../core/log/logger.ts";
import { ProcessWatch } from "../core/process_watch.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";
import type { InterfaceSetup } from "./interface_worker_messages.ts";
import type { LoopWorker } from "./loop_worker.ts";

/** A control loop that is ready to run. */
export interface CreatedLoop {
  /** What scheduling it got. */
  readonly scheduling: SchedulingOutcome;
  /** Sees to it that the driver leaves the process as it is; to be stopped at the end. */
  readonly watch: ProcessWatch;
}

/**
 * Has the worker create the driver and all that the loop needs, and logs what it got of the system; `who` begins each line. Returns why not,
 * when that is not possible. Takes as long as the driver takes to connect.
 */
export async function createLoop(
  { link, hasToldScheduling }: Pick<LoopWorker, "link" | "hasToldScheduling">,
  setup: InterfaceSetup,
  log: Logger,
  who: string,
): Promise<CreatedLoop | { readonly reason: string; readonly publicReason?: string }> {
  await link.next(["prepared"]);
  const watch = new ProcessWatch((text) => logTaken(log, "warning", `${who} the driver '${setup.driver}' ${text}`));
  link.post({ type: "create", setup });
  const answer = await link.next(["created", "failed"]);
  if (answer?.type !== "created") watch.stop();
  if (answer?.type !== "created") {
    const failed = "Driver load failed: ";
    if (answer?.type !== "failed") return { reason: `${failed}the control worker has ended` };
    return { reason: `${failed}${answer.reason}`, publicReason: `${failed}${answer.publicReason}` };
  }
  const { scheduling, memory } = answer;
  const { warn, text } = explainScheduling(who, scheduling);
  if (setup.realtime === "enforce" && warn) {
    watch.stop();
    return { reason: `no real-time scheduling, and --realtime enforce wants it; ${scheduling.reason}` };
  }
  if (!hasToldScheduling) log[warn ? "warning" : "info"](text);
  watch.keepLocked(memory.places);
  if (memory.reason !== "") log.warning(`${who} the buffers of the loop are not locked in memory; ${memory.reason}`);
  return { scheduling, watch };
}
