import type { HistogramSummary } from "../core/histogram.ts";
import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";

/** How one end waits for a message of the other. */
export type LinkWaiting = "wake" | "poll";

/** To the worker of `uri bench link`. */
export type ToLinkWorker =
  /** Use these ends of the link, with real-time scheduling or without. Answered by `opened`. */
  | {
    readonly type: "open";
    readonly state: PublisherDescriptor;
    readonly command: CellDescriptor;
    readonly realtime: boolean;
    readonly waiting: LinkWaiting;
  }
  /** Make so many round trips, one every `periodNs`, or one after the other with 0. Answered by `ended`. */
  | { readonly type: "run"; readonly trips: number; readonly periodNs: number }
  /** Tell the other end that it is over. */
  | { readonly type: "finish" };

/** From the worker of `uri bench link`. */
export type FromLinkWorker =
  | { readonly type: "opened"; readonly obtained: string; readonly stateBytes: number; readonly commandBytes: number }
  | { readonly type: "ended"; readonly trip: HistogramSummary; readonly lost: number };
