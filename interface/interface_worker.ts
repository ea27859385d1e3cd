/**
 * Entry of the control worker of `uri interface`: it waits for messages, and blocks in the control loop after `run`.
 *
 * @module
 */
import { ControlLoop } from "./control_loop.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "./interface_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToInterfaceWorker>) => void) | null;
  postMessage(message: FromInterfaceWorker): void;
}

const scope = self as unknown as WorkerScope;
let loop: ControlLoop | undefined;

scope.onmessage = async ({ data }) => {
  if (data.type === "prepare") {
    loop = await ControlLoop.prepare(data.epochS);
    return scope.postMessage({ type: "prepared" });
  }
  if (data.type === "create") {
    try {
      const created = await loop!.create(data.setup, (message) => scope.postMessage(message));
      return scope.postMessage({ type: "created", ...created });
    } catch (error) {
      const { message: reason, publicText = reason } = error as Error & { publicText?: string };
      return scope.postMessage({ type: "failed", reason, publicReason: publicText });
    }
  }
  loop!.watchHeap();
  await turn();
  const result = loop!.run();
  scope.postMessage({ type: "ended", ...result, heap: loop!.heap() });
};

/** Returns to the event loop once: weak references are only cleared between its turns. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
