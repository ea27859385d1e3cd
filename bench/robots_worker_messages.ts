import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";

/** Both ends of one robot's channels. */
export interface RobotChannels {
  /** Sending end of `{name}/state`. */
  readonly state: PublisherDescriptor;
  /** Cell of `{name}/command`. */
  readonly command: CellDescriptor;
}

/** To the worker of `uri bench-peer robots`: be these robots, until the process ends. Answered by `started`. */
export interface ToRobotsWorker {
  /** What the message is. */
  readonly type: "run";
  /** The robots. */
  readonly robots: readonly RobotChannels[];
  /** Period of their States [ns]. */
  readonly periodNs: number;
}

/** From that worker: its loop begins. */
export interface FromRobotsWorker {
  /** What the message is. */
  readonly type: "started";
}
