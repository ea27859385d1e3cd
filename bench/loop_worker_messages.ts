import type { HistogramSummary } from "../core/histogram.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";

/** Scheduling that a measured loop asks for. */
export type LoopPolicy = "deadline" | "fifo" | "normal";

/** To the worker of `uri bench loop`. */
export type ToLoopWorker =
  /** Warm up a loop of this period [ns], and ask for this scheduling. */
  | { readonly type: "prepare"; readonly policy: LoopPolicy; readonly periodNs: number }
  /** Run so many periods. Answered by `ended`. */
  | { readonly type: "run"; readonly ticks: number };

/** From the worker of `uri bench loop`: how a run went. */
export interface FromLoopWorker {
  /** What the message is. */
  readonly type: "ended";
  /** Scheduling that it got. */
  readonly obtained: SchedulingOutcome["obtained"];
  /** How late the loop woke up [ns]. */
  readonly late: HistogramSummary;
}
