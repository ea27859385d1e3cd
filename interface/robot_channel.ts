import type { MessageReader } from "../comm/message_reader.ts";
import type { Publisher } from "../comm/open_publisher.ts";

/** The two ends of a robot's messages, in the thread of its control loop. */
export interface RobotChannel {
  /** Sending end of `{name}/state`. */
  readonly publisher: Publisher;
  /** Receiving end of `{name}/command`. */
  readonly reader: MessageReader;
}
