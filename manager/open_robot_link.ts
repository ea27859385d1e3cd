import type { SharedBlock } from "../core/shared_block.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import type { KeyOwner } from "../comm/transport_error.ts";
import type { PublisherHandle, Registration, SubscriberHandle, Transport } from "../comm/transport.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { ManagerBlock } from "./manager_block.ts";

/** What the manager holds of one robot's topics and tokens. */
export interface RobotLink {
  /** How the robot is reached. */
  readonly transport: Transport;
  /** Subscription to `{name}/state`. */
  readonly state: SubscriberHandle;
  /** Publisher of `{name}/command`. */
  readonly command: PublisherHandle;
  /** The process that holds the interface's token, as far as known. */
  interfaceOwner(): KeyOwner | undefined;
  /** Gives all of it back. */
  release(): Promise<void>;
}

/**
 * Takes a robot: the manager's token first, so that a second manager is refused before it does anything, then the topics, and the watch over
 * the interface's token, which sets the robot's flag in `block`. Errors: `TransportError`, `in_use` with the other manager.
 */
export async function openRobotLink(
  robot: RobotConfig,
  index: number,
  transport: Transport,
  block: SharedBlock,
): Promise<RobotLink> {
  const keys = robotKeys(robot.name);
  const made: Registration[] = [];
  const release = async () => {
    for (const registration of made.splice(0).reverse()) await registration.release();
  };
  try {
    made.push(await transport.declareToken(keys.managerToken));
    const state = await transport.subscribe(keys.state);
    made.push(state);
    const command = await transport.publish(keys.command);
    made.push(command);
    let seen = false;
    let owner: KeyOwner | undefined;
    Atomics.store(block.flags, ManagerBlock.PEERS + index, 1);
    const watch = await transport.watchToken(keys.interfaceToken, (alive, holder) => {
      owner = alive ? holder : undefined;
      seen ||= alive;
      if (seen) Atomics.store(block.flags, ManagerBlock.PEERS + index, alive ? 1 : 0);
    });
    made.push(watch);
    return { transport, state, command, interfaceOwner: () => owner, release };
  } catch (error) {
    await release();
    throw error;
  }
}
