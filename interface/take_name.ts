import { pause } from "../core/pause.ts";
import type { Logger } from "../core/log/logger.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { Transport } from "../comm/transport.ts";
import { TransportError } from "../comm/transport_error.ts";

const RETRY_MS = 100;

/**
 * Takes the token of the interface called `name`, which makes this process the only one of that name. It waits at most `patienceMs` for a
 * predecessor to end: an interface that was autostarted holds its robot for a moment after its manager was killed. Errors:
 * `TransportError`, `in_use` with the owner.
 */
export async function takeName(
  transport: Transport,
  name: string,
  patienceMs: number,
  log: Logger,
  stop: AbortSignal,
): Promise<void> {
  const endAt = performance.now() + patienceMs;
  for (let told = false; !stop.aborted; told = true) {
    try {
      await transport.declareToken(robotKeys(name).interfaceToken);
      return;
    } catch (error) {
      const inUse = error instanceof TransportError && error.kind === "in_use";
      if (!inUse || performance.now() >= endAt) throw error;
      if (!told) log.info(`[RobotInterface] '${name}' waits for its predecessor to end: ${error.message}`);
    }
    await pause(RETRY_MS);
  }
}
