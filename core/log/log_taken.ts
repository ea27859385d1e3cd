import { ProcessKeeper } from "../process_keeper.ts";
import type { Logger } from "./logger.ts";

/**
 * Logs a line that may be one of a `ProcessKeeper`: those once each, as the thread that a plugin runs in and the main thread may both notice what it has taken, at
 * the same moment.
 */
export function logTaken(log: Logger, level: "info" | "warning" | "error", line: string): void {
  if (ProcessKeeper.isTextOf(line) && !log.mayRepeat(line, Infinity)) return;
  log[level](line);
}
