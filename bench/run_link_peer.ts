import { requestRealtime } from "../core/request_realtime.ts";
import { SystemClock } from "../core/system_clock.ts";
import { openTransport } from "../comm/open_transport.ts";
import { robotKeys } from "../comm/robot_keys.ts";
import { Codec } from "../wasm/codec.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import { LinkEnd } from "./link_end.ts";
import { LINK_JOINTS } from "./link_joints.ts";
import type { LinkWaiting } from "./link_worker_messages.ts";

/** Times of half a second without a State, after which the other process counts as gone. */
const SILENCES = 20;

/**
 * The other process of `uri bench link`: answers each State by a Command, until an empty message comes, or none for ten seconds. Blocks its
 * thread. `ready` is called once it listens. Returns an exit code.
 */
export async function runLinkPeer(
  name: string,
  waiting: LinkWaiting,
  realtime: boolean,
  ready: () => void,
): Promise<number> {
  const keys = robotKeys(name);
  const transport = await openTransport("shm", "uri bench");
  const codec = await Codec.load();
  const state = codec.newState({ joints: LINK_JOINTS });
  const command = codec.newCommand({ joints: LINK_JOINTS });
  command.positionCount = LINK_JOINTS;
  const from = await transport.subscribe(keys.state);
  const to = await transport.publish(keys.command);
  const end = new LinkEnd(codec, new SystemClock(), to.descriptor, from.descriptor, waiting);
  requestRealtime(realtime ? "try" : "off", 0);
  ready();
  let silences = 0;
  while (silences < SILENCES) {
    const length = end.receive();
    if (length === 0) break;
    if (length < 0) silences++;
    else if (codec.decodeState(state, length) === CodecStatus.Ok) {
      silences = 0;
      for (let i = 0; i < LINK_JOINTS; i++) command.position[i] = state.position[i];
      command.stateStamp[0] = state.stamp[0];
      command.stateStamp[1] = state.stamp[1];
      end.send(codec.encodeCommand(command));
    }
  }
  await transport.close();
  return 0;
}
