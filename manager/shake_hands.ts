import { pause } from "../core/pause.ts";
import type { Logger } from "../core/log/logger.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { KeyOwner } from "../comm/transport_error.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { loadMessageCodec } from "../wasm/load_message_codec.ts";
import { handshake } from "./handshake.ts";
import type { InterfaceProcesses } from "./interface_processes.ts";
import { isOwnInterface } from "./is_own_interface.ts";
import type { RobotLink } from "./open_robot_link.ts";

const LOOK_MS = 50;

/**
 * The handshakes with all robots, side by side. Resolves to the numbers of those that answered and whose interface is still there; the links of the
 * others are released and taken out of `links`, and their processes ended. An interface that ends while other robots are awaited is told at once: one
 * that was restarted is asked again, one that is gone is dropped.
 */
export async function shakeHands(
  config: ManagerConfig,
  links: Map<number, RobotLink>,
  children: InterfaceProcesses,
  log: Logger,
  stop: AbortSignal,
): Promise<Set<number>> {
  const { robots } = config;
  const backends = [...new Set(robots.map(({ network }) => network.backend))];
  const codecs = new Map(
    await Promise.all(backends.map(async (backend) => [backend, await loadMessageCodec(backend)] as const)),
  );
  const active = new Set<number>();
  let waiting = robots.length;

  const greet = async (index: number): Promise<boolean> => {
    const robot = robots[index];
    const link = links.get(index)!;
    const codec = codecs.get(robot.network.backend)!;
    const payload = codec.encodeConfig(JSON.stringify(robot.entry));
    const child = children.find(index);
    const key = robotKeys(robot.name).init;
    const { transport, state } = link;
    // From here on the States of this interface are taken, and of no other.
    const onAnswerer = (owner: KeyOwner) => state.accept(owner);
    const { interfaceOwner } = link;
    const parts = { name: robot.name, key, payload, transport, child, log, stop, onAnswerer, interfaceOwner };
    const answered = await handshake(parts);
    return answered && await isOwnInterface(robot.name, link, child, log);
  };

  const drop = async (index: number) => {
    await children.stop(index);
    await links.get(index)!.release();
    links.delete(index);
  };

  const attend = async (index: number): Promise<void> => {
    while (await greet(index)) {
      let pid: number | undefined;
      const isThere = () => {
        const present = links.get(index)!.interfaceOwner()?.pid;
        pid ??= present; // the token may be seen a little later than the answer
        return present === pid;
      };
      active.add(index);
      waiting--;
      while (waiting > 0 && isThere() && !stop.aborted) await pause(LOOK_MS);
      if (isThere() || stop.aborted) return;
      active.delete(index);
      waiting++;
      log.warning(
        `[RobotManager] the interface of '${robots[index].name}' has ended before the loop started; asking again`,
      );
    }
    await drop(index);
    waiting--;
  };

  await Promise.all(robots.map((_, index) => attend(index)));
  return active;
}
