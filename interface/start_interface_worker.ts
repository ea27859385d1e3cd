import type { SystemClock } from "../core/system_clock.ts";
import type { WorkerLine } from "../core/worker_line.ts";
import { WorkerLink } from "../core/worker_link.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "./interface_worker_messages.ts";

/** The line to the control worker of an interface, or of whoever else runs one's loop. */
export type InterfaceLink = WorkerLine<ToInterfaceWorker, FromInterfaceWorker>;

/**
 * Starts the control worker of an interface, which begins to warm up at once: to be called before anything that takes time. `clock` is the
 * main thread's; `onLog` gets the lines that the worker wants logged.
 */
export function startInterfaceWorker(
  clock: SystemClock,
  onLog: (level: "info" | "warning" | "error", text: string) => void,
): InterfaceLink {
  const url = new URL("./interface_worker.ts", import.meta.url);
  const link = new WorkerLink<ToInterfaceWorker, FromInterfaceWorker>(url, "uri interface", (message) => {
    if (message.type === "log") onLog(message.level, message.text);
  });
  link.post({ type: "prepare", epochS: clock.epochS });
  return link;
}
