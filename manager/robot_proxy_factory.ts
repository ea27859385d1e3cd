import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { Publisher } from "../comm/open_publisher.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";
import type { Clock } from "../core/clock.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { ControlledRobot } from "../controller/robot_controller.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { RobotProxy } from "./robot_proxy.ts";

/** What a proxy is made of. */
export interface RobotProxyContext {
  /** The robot. */
  readonly robot: ControlledRobot;
  /** Its number, for the controller and the block. */
  readonly index: number;
  /** Cell of `{name}/state`. */
  readonly state: CellDescriptor;
  /** Sending end of `{name}/command`, for `openPublisher`. */
  readonly command: PublisherDescriptor | Publisher;
  /** `network_interface.connection_timeout_ms` [ns]. */
  readonly timeoutNs: number;
  /** Longest wait for the first State [ns]. */
  readonly firstStateNs: number;
  /** Codec of this thread. */
  readonly codec: MessageCodec;
  /** Flags, counters and events. */
  readonly block: SharedBlock;
  /** Where the last measured positions, velocities, torques and commands go for whoever looks on: four vectors. */
  readonly live: Float64Array;
  /** Steady time. */
  readonly clock: Clock;
  /** The whole configuration file, as plain data: a proxy of one's own reads its own section. */
  readonly configuration: Readonly<Record<string, unknown>>;
}

/** Makes the proxy of a robot, in the control worker, before the loop. */
export type RobotProxyFactory = (context: RobotProxyContext) => RobotProxy | Promise<RobotProxy>;
