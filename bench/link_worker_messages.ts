import type { HistogramSummary } from "../core/histogram.ts";
import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";

/** How one end waits for a message of the other. */
export type LinkWaiting = "wake" | "poll";

/** The ends of a link that a worker uses. */
export interface LinkEnds {
  /** Where it sends to. */
  readonly to: PublisherDescriptor;
  /** Where messages come from. */
  readonly from: CellDescriptor;
  /** With real-time scheduling, where it is granted. */
  readonly realtime: boolean;
  /** How it waits for a message. */
  readonly waiting: LinkWaiting;
}

/** To the workers of `uri bench link`. */
export type ToLinkWorker =
  /** Use these ends, to send States and receive Commands. Answered by `opened`. */
  | { readonly type: "open"; readonly ends: LinkEnds }
  /** Make so many round trips, one every `periodNs`, or one after the other with 0, until more than `mostLost` are lost. Answered by `ended`. */
  | { readonly type: "run"; readonly trips: number; readonly periodNs: number; readonly mostLost: number }
  /** Publish so many messages, one every `periodNs`, without waiting for anything. Answered by `published`. */
  | { readonly type: "publish"; readonly messages: number; readonly periodNs: number }
  /** Tell the other end that it is over. */
  | { readonly type: "finish" }
  /** Use these ends, and answer each State by a Command, until it is over or nothing comes any more. Answered by `answering`, later by `over`. */
  | { readonly type: "answer"; readonly ends: LinkEnds };

/** From the workers of `uri bench link`. */
export type FromLinkWorker =
  | { readonly type: "opened"; readonly obtained: string; readonly stateBytes: number; readonly commandBytes: number }
  | { readonly type: "ended"; readonly trip: HistogramSummary; readonly lost: number }
  | { readonly type: "published"; readonly call: HistogramSummary }
  | { readonly type: "answering" }
  | { readonly type: "over" };
