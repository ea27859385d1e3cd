/**
 * Entry of the worker of `uri viewer`: it creates the driver, and blocks in the loop after `run`.
 *
 * @module
 */
import { ViewLoop } from "./view_loop.ts";
import type { FromViewerWorker, ToViewerWorker } from "./viewer_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToViewerWorker>) => void) | null;
  postMessage(message: FromViewerWorker): void;
}

const scope = self as unknown as WorkerScope;
let loop: ViewLoop | undefined;

scope.onmessage = async ({ data }) => {
  if (data.type === "run") {
    scope.postMessage({ type: "ended", error: loop!.run() });
    // That may take long, and what happened is to be seen before.
    return scope.postMessage({ type: "closed", error: loop!.close() });
  }
  try {
    loop = await ViewLoop.create(data.setup, (message) => scope.postMessage(message));
    scope.postMessage({ type: "created" });
  } catch (error) {
    scope.postMessage({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
};
