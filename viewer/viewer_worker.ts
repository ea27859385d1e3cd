/**
 * Entry of the worker of `uri viewer`: it creates the driver, and blocks in the loop after `run`.
 *
 * @module
 */
import { WorkerPort } from "../core/worker_port.ts";
import { ViewLoop } from "./view_loop.ts";
import type { FromViewerWorker, ToViewerWorker } from "./viewer_worker_messages.ts";

let loop: ViewLoop | undefined;

new WorkerPort<ToViewerWorker, FromViewerWorker>(async (message, port) => {
  if (message.type === "run") {
    port.post({ type: "ended", error: loop!.run() });
    // That may take long, and what happened is to be seen before.
    return port.post({ type: "closed", error: loop!.close() });
  }
  try {
    loop = await ViewLoop.create(message.setup, (line) => port.post(line));
    const stray = await port.settle();
    if (stray === "") return port.post({ type: "created" });
    loop.close();
    port.post({ type: "failed", reason: stray });
  } catch (error) {
    port.post({ type: "failed", reason: error instanceof Error ? error.message : String(error) });
  }
});
