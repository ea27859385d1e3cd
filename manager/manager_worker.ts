/**
 * Entry of the control worker of `uri manager`: it waits for messages, and blocks in the control loop after `run`.
 *
 * @module
 */
import { ManagerLoop } from "./manager_loop.ts";
import type { FromManagerWorker, ToManagerWorker } from "./manager_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToManagerWorker>) => void) | null;
  postMessage(message: FromManagerWorker): void;
}

const scope = self as unknown as WorkerScope;
let loop: ManagerLoop | undefined;

scope.onmessage = async ({ data }) => {
  try {
    if (data.type === "prepare") {
      loop = await ManagerLoop.prepare(data.epochS, (level, text) => scope.postMessage({ type: "log", level, text }));
      return scope.postMessage({ type: "prepared" });
    }
    if (data.type === "create") {
      await loop!.create(data.setup);
      return scope.postMessage({ type: "created" });
    }
    scope.postMessage({ type: "started", ...await loop!.start(data.robots) });
  } catch (error) {
    return scope.postMessage({ type: "failed", reason: (error as Error).message });
  }
  await turn();
  const result = loop!.run();
  scope.postMessage({ type: "ended", ...result, heap: loop!.heap() });
};

/** Returns to the event loop once: weak references are only cleared between its turns. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
