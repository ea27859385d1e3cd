import type { Logger } from "../core/log/logger.ts";
import { orAborted } from "../core/or_aborted.ts";

/** How long is waited without a word [ms]. */
const PATIENCE_MS = 5000;

/**
 * Waits until `promise` resolves, which may take as long as a controller or a proxy likes, and says every five seconds that `what` is waited for.
 * Resolves to false as soon as `stop` is aborted. Rejects when the promise does before.
 */
export async function awaitWorker(
  promise: Promise<unknown>,
  what: string,
  log: Logger,
  stop: AbortSignal,
): Promise<boolean> {
  let waited = 0;
  const timer = setInterval(() => {
    log.warning(
      `[RobotManager] ${what} not ready after ${waited += PATIENCE_MS / 1000} s, still waiting; Ctrl-C ends that`,
    );
  }, PATIENCE_MS);
  try {
    return await orAborted(promise.then(() => true), stop) ?? false;
  } finally {
    clearInterval(timer);
  }
}
