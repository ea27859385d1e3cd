import type { SystemClock } from "../core/system_clock.ts";
import { WorkerLink } from "../core/worker_link.ts";
import type { FromManagerWorker, ToManagerWorker } from "./manager_worker_messages.ts";

/** The line to a manager's control worker. */
export type ManagerLink = WorkerLink<ToManagerWorker, FromManagerWorker>;

/**
 * Starts the control worker of a manager, which begins to warm up at once: to be called before anything that takes time. `clock` is the main
 * thread's; `onLog` gets the lines that the worker wants logged.
 */
export function startManagerWorker(
  clock: SystemClock,
  onLog: (level: "info" | "warning" | "error", text: string) => void,
): ManagerLink {
  const link: ManagerLink = new WorkerLink(
    new URL("./manager_worker.ts", import.meta.url),
    "uri manager",
    (message) => {
      if (message.type === "log") onLog(message.level, message.text);
    },
  );
  link.post({ type: "prepare", epochS: clock.epochS });
  return link;
}
