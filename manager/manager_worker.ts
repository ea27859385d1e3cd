/**
 * Entry of the control worker of `uri manager`: it waits for messages, and blocks in the control loop after `run`.
 *
 * @module
 */
import { RunFailure } from "../core/run_failure.ts";
import { WorkerPort } from "../core/worker_port.ts";
import { ManagerLoop } from "./manager_loop.ts";
import type { FromManagerWorker, ToManagerWorker } from "./manager_worker_messages.ts";

let loop: ManagerLoop | undefined;

new WorkerPort<ToManagerWorker, FromManagerWorker>(async (message, port) => {
  const settle = async () => {
    const stray = await port.settle();
    if (stray !== "") throw new RunFailure(`controller or proxy: ${stray}`);
  };
  try {
    if (message.type === "prepare") {
      loop = await ManagerLoop.prepare(message.epochS, (level, text) => port.post({ type: "log", level, text }));
      return port.post({ type: "prepared" });
    }
    if (message.type === "create") {
      await loop!.create(message.setup);
      await settle();
      return port.post({ type: "created" });
    }
    const started = await loop!.start(message.robots);
    await settle(); // also: weak references are only cleared between turns of the event loop
    port.post({ type: "started", ...started });
  } catch (error) {
    return port.post({ type: "failed", reason: (error as Error).message });
  }
  const result = loop!.run();
  port.post({ type: "ended", ...result, heap: loop!.heap() });
});
