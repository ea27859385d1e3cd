import { pause } from "../core/pause.ts";
import type { StartedChild } from "../core/child_processes.ts";
import type { Logger } from "../core/log/logger.ts";
import type { RobotLink } from "./open_robot_link.ts";

const PATIENCE_MS = 1000;
const LOOK_MS = 20;

/**
 * After the handshake with an autostarted interface: true unless another process of that name has answered in its place, which is logged. True too
 * where there is no `child`, or where the transport does not tell who holds the interface's token.
 */
export async function isOwnInterface(
  name: string,
  link: RobotLink,
  child: StartedChild | undefined,
  log: Logger,
): Promise<boolean> {
  if (child === undefined) return true;
  for (let waitedMs = 0; link.interfaceOwner() === undefined && waitedMs < PATIENCE_MS; waitedMs += LOOK_MS) {
    await pause(LOOK_MS);
  }
  const owner = link.interfaceOwner();
  if (owner === undefined || owner.pid === child.pid) return true;
  log.error(
    `[RobotManager] Robot '${name}': ${owner.description} (pid ${owner.pid}) has answered, and not the interface that was started ` +
      `(pid ${child.pid}); stop it, or write autostart: false. Skipping this robot.`,
  );
  return false;
}
