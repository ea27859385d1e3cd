/**
 * Entry of the worker of `uri bench link`: sends States to another process, and waits for its Commands.
 *
 * @module
 */
import type { Clock } from "../core/clock.ts";
import { Histogram } from "../core/histogram.ts";
import { requestRealtime } from "../core/request_realtime.ts";
import { SystemClock } from "../core/system_clock.ts";
import { Codec } from "../wasm/codec.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { StateMessage } from "../wasm/state_message.ts";
import { LinkEnd } from "./link_end.ts";
import { LINK_JOINTS } from "./link_joints.ts";
import type { FromLinkWorker, ToLinkWorker } from "./link_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToLinkWorker>) => void) | null;
  postMessage(message: FromLinkWorker): void;
}

interface Link {
  readonly codec: Codec;
  readonly clock: Clock;
  readonly end: LinkEnd;
  readonly state: StateMessage;
  readonly command: CommandMessage;
}

const scope = self as unknown as WorkerScope;
let link: Link;

scope.onmessage = async ({ data }) => {
  if (data.type === "open") {
    const codec = await Codec.load();
    const clock = new SystemClock();
    const state = codec.newState({ joints: LINK_JOINTS });
    const command = codec.newCommand({ joints: LINK_JOINTS });
    state.positionCount = state.velocityCount = state.torqueCount = LINK_JOINTS;
    const end = new LinkEnd(codec, clock, data.state, data.command, data.waiting);
    link = { codec, clock, end, state, command };
    command.positionCount = LINK_JOINTS;
    const commandBytes = codec.encodeCommand(command);
    // A reservation of no time at all is refused by the kernel: SCHED_FIFO is what remains.
    const { obtained } = requestRealtime(data.realtime ? "try" : "off", 0);
    scope.postMessage({ type: "opened", obtained, stateBytes: codec.encodeState(state), commandBytes });
  } else if (data.type === "run") {
    scope.postMessage({ type: "ended", ...roundTrips(link, data.trips, data.periodNs) });
  } else link.end.send(0);
};

/** From before the encoding of a State until after the decoding of the Command that answers it, again and again. */
function roundTrips({ codec, clock, end, state, command }: Link, trips: number, periodNs: number) {
  const histogram = new Histogram();
  let lost = 0;
  let deadlineNs = clock.now();
  for (let i = 0; i < trips; i++) {
    if (periodNs > 0) {
      deadlineNs += periodNs;
      clock.sleepUntil(deadlineNs);
    }
    const startNs = clock.now();
    state.position[i % LINK_JOINTS] += 1e-6;
    clock.stamp(startNs, state.stamp, 0);
    end.send(codec.encodeState(state));
    const length = end.receive();
    const read = length >= 0 && codec.decodeCommand(command, length) === CodecStatus.Ok;
    const now = clock.now();
    if (
      read && command.stateStamp[0] === state.stamp[0] &&
      command.position[i % LINK_JOINTS] === state.position[i % LINK_JOINTS]
    ) histogram.record(now - startNs);
    else lost++;
  }
  return { trip: histogram.summary(1), lost };
}
