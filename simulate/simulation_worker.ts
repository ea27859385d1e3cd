/**
 * Entry of the control worker of `uri simulate`: it waits for messages, and lets time pass in the world between them.
 *
 * @module
 */
import { WorkerPort } from "../core/worker_port.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "../interface/interface_worker_messages.ts";
import { SimulationLoop } from "./simulation_loop.ts";
import type { FromSimulationWorker, ToSimulationWorker } from "./simulation_messages.ts";

let loop: SimulationLoop | undefined;
type Port = WorkerPort<ToSimulationWorker, FromSimulationWorker>;

/** Lets time pass, and returns to the event loop for each message; not awaited by whoever starts it, so that those are handled. */
async function passTime(port: Port): Promise<void> {
  loop!.watchHeap();
  await port.settle();
  let end: string | undefined;
  while ((end = loop!.slice(port.received)) === undefined) await port.settle();
  loop!.close(end);
  port.post({ type: "ended", error: end, heap: loop!.heap() });
}

async function serve(robot: number, message: ToInterfaceWorker, port: Port): Promise<void> {
  const answer = (message: FromInterfaceWorker) => port.post({ type: "robot", robot, message });
  if (message.type === "run") return loop!.run(robot);
  if (message.type !== "create") return;
  try {
    answer(await loop!.create(robot, message.setup, answer));
  } catch (error) {
    const { message: reason, publicText = reason } = error as Error & { publicText?: string };
    answer({ type: "failed", reason, publicReason: publicText });
  }
}

new WorkerPort<ToSimulationWorker, FromSimulationWorker>(async (message, port) => {
  try {
    if (message.type === "prepare") {
      loop = await SimulationLoop.prepare(message.epochS);
      port.post({ type: "prepared" });
    } else if (message.type === "open") {
      const world = await loop!.open(
        message.setup,
        (robot, ended) => port.post({ type: "robot", robot, message: ended }),
      );
      port.post({ type: "opened", world });
    } else if (message.type === "start") passTime(port);
    else await serve(message.robot, message.message, port);
  } catch (error) {
    port.post({ type: "failed", reason: (error as Error).message });
  }
});
