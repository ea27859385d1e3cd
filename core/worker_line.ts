import type { WorkerMessage } from "./worker_link.ts";

/** A line to somebody who works in another thread. Messages go in order. */
export interface WorkerLine<In extends WorkerMessage, Out extends WorkerMessage> {
  /** Sends a message. */
  post(message: In): void;
  /**
   * The next message that is one of `types`; others before it stay. Resolves to undefined when `signal` is aborted first. Rejects when the worker fails before
   * it comes.
   */
  next(types: readonly Out["type"][], signal?: AbortSignal): Promise<Out | undefined>;
}
