import { WorkerLink } from "../core/worker_link.ts";
import type { FromViewerWorker, ToViewerWorker } from "./viewer_worker_messages.ts";

/** The line to a viewer's worker. */
export type ViewerLink = WorkerLink<ToViewerWorker, FromViewerWorker>;

/** Starts the worker of a viewer. `onLog` gets the lines that the driver wants logged. */
export function startViewerWorker(onLog: (level: "info" | "warning" | "error", text: string) => void): ViewerLink {
  const url = new URL("./viewer_worker.ts", import.meta.url);
  return new WorkerLink(url, "uri viewer", (message) => {
    if (message.type === "log") onLog(message.level, message.text);
  });
}
