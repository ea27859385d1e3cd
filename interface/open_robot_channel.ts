import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import type { Clock } from "../core/clock.ts";
import type { InterfaceSetup } from "./interface_worker_messages.ts";
import type { RobotChannel } from "./robot_channel.ts";

/** Opens the two ends that a setup names, by the loop's clock. Errors: `TransportError`, for a native publisher without the library. */
export function openRobotChannel({ state, command }: InterfaceSetup, clock: Clock): RobotChannel {
  return { publisher: openPublisher(state, clock), reader: new CellReader(command, clock) };
}
