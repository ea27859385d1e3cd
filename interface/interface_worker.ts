/**
 * Entry of the control worker of `uri interface`: it waits for messages, and blocks in the control loop after `run`.
 *
 * @module
 */
import { WorkerPort } from "../core/worker_port.ts";
import { ControlLoop } from "./control_loop.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "./interface_worker_messages.ts";

let loop: ControlLoop | undefined;

new WorkerPort<ToInterfaceWorker, FromInterfaceWorker>(async (message, port) => {
  if (message.type === "prepare") {
    loop = await ControlLoop.prepare(message.epochS);
    return port.post({ type: "prepared" });
  }
  if (message.type === "create") {
    try {
      const created = await loop!.create(message.setup, (line) => port.post(line));
      const stray = await port.settle();
      if (stray === "") return port.post({ type: "created", ...created });
      loop!.abandon();
      return port.post({ type: "failed", reason: stray, publicReason: stray });
    } catch (error) {
      const { message: reason, publicText = reason } = error as Error & { publicText?: string };
      return port.post({ type: "failed", reason, publicReason: publicText });
    }
  }
  loop!.watchHeap();
  await port.settle(); // weak references are only cleared between turns of the event loop
  const result = loop!.run();
  port.post({ type: "ended", ...result, heap: loop!.heap() });
});
