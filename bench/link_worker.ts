/**
 * Entry of the workers of `uri bench link`: the one sends States to another process and waits for its Commands, the other one is there.
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
import type { FromLinkWorker, LinkEnds, ToLinkWorker } from "./link_worker_messages.ts";

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
  readonly obtained: string;
}

/** Times of half a second without a State, after which the other process counts as gone. */
const SILENCES = 120;

const scope = self as unknown as WorkerScope;
let link: Link;

scope.onmessage = async ({ data }) => {
  if (data.type === "open") {
    link = await open(data.ends);
    const { codec, state, command, obtained } = link;
    const commandBytes = codec.encodeCommand(command);
    scope.postMessage({ type: "opened", obtained, stateBytes: codec.encodeState(state), commandBytes });
  } else if (data.type === "run") {
    scope.postMessage({ type: "ended", ...roundTrips(link, data) });
  } else if (data.type === "publish") {
    scope.postMessage({ type: "published", call: publishCalls(link, data.messages, data.periodNs) });
  } else if (data.type === "finish") link.end.send(0);
  else {
    link = await open(data.ends);
    scope.postMessage({ type: "answering" });
    answerAll(link);
    scope.postMessage({ type: "over" });
  }
};

async function open({ to, from, realtime, waiting }: LinkEnds): Promise<Link> {
  const codec = await Codec.load();
  const clock = new SystemClock();
  const state = codec.newState({ joints: LINK_JOINTS });
  const command = codec.newCommand({ joints: LINK_JOINTS });
  state.positionCount = state.velocityCount = state.torqueCount = LINK_JOINTS;
  command.positionCount = LINK_JOINTS;
  const end = new LinkEnd(codec, clock, to, from, waiting);
  // A reservation of no time at all is refused by the kernel: SCHED_FIFO is what remains.
  const { obtained } = requestRealtime(realtime ? "try" : "off", 0);
  return { codec, clock, end, state, command, obtained };
}

/** From before the encoding of a State until after the decoding of the Command that answers it, again and again. */
function roundTrips(link: Link, { trips, periodNs, mostLost }: ToLinkWorker & { type: "run" }) {
  const { codec, clock, end, state } = link;
  const histogram = new Histogram();
  let lost = 0;
  let deadlineNs = clock.now();
  for (let i = 0; i < trips && lost <= mostLost; i++) {
    if (periodNs > 0) {
      deadlineNs += periodNs;
      clock.sleepUntil(deadlineNs);
    }
    const startNs = clock.now();
    state.position[i % LINK_JOINTS] += 1e-6;
    clock.stamp(startNs, state.stamp, 0);
    end.send(codec.encodeState(state));
    if (awaitAnswer(link, i % LINK_JOINTS)) histogram.record(clock.now() - startNs);
    else lost++;
  }
  return { trip: histogram.summary(1), lost };
}

/** Waits for the Command that answers the State, and passes over one that answers an earlier State; false when it does not come. */
function awaitAnswer({ codec, end, state, command }: Link, joint: number): boolean {
  for (;;) {
    const length = end.receive();
    if (length < 0 || codec.decodeCommand(command, length) !== CodecStatus.Ok) return false;
    if (command.stateStamp[0] === state.stamp[0]) return command.position[joint] === state.position[joint];
  }
}

/** The time that the call of `publish` takes, again and again. */
function publishCalls({ codec, clock, end, state }: Link, messages: number, periodNs: number) {
  const histogram = new Histogram();
  const length = codec.encodeState(state);
  let deadlineNs = clock.now();
  for (let i = 0; i < messages; i++) {
    deadlineNs += periodNs;
    clock.sleepUntil(deadlineNs);
    const startNs = clock.now();
    end.send(length);
    histogram.record(clock.now() - startNs);
  }
  end.discard();
  return histogram.summary(1);
}

/** Answers States by Commands, until an empty message comes, or none for a minute. */
function answerAll({ codec, end, state, command }: Link): void {
  let silences = 0;
  while (silences < SILENCES) {
    const length = end.receive();
    if (length === 0) return;
    if (length < 0) silences++;
    else if (codec.decodeState(state, length) === CodecStatus.Ok) {
      silences = 0;
      for (let i = 0; i < LINK_JOINTS; i++) command.position[i] = state.position[i];
      command.stateStamp[0] = state.stamp[0];
      command.stateStamp[1] = state.stamp[1];
      end.send(codec.encodeCommand(command));
    }
  }
}
