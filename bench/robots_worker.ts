/**
 * Entry of the worker of `uri bench-peer robots`: many ideal robots in one loop. Each measures at once what it was commanded.
 *
 * @module
 */
import { Pacer } from "../core/pacer.ts";
import { requestRealtime } from "../core/request_realtime.ts";
import { SystemClock } from "../core/system_clock.ts";
import { CellReader } from "../comm/cell/cell_reader.ts";
import { openPublisher } from "../comm/open_publisher.ts";
import { Codec } from "../wasm/codec.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import { LINK_JOINTS } from "./link_joints.ts";
import type { FromRobotsWorker, RobotChannels, ToRobotsWorker } from "./robots_worker_messages.ts";

interface WorkerScope {
  onmessage: ((event: MessageEvent<ToRobotsWorker>) => void) | null;
  postMessage(message: FromRobotsWorker): void;
}

/** Room in the codec for a State and a Command [bytes]. */
const ARENA_BYTES = 8192;

const scope = self as unknown as WorkerScope;

scope.onmessage = async ({ data: { robots, periodNs } }) => {
  const clock = new SystemClock();
  const codec = await Codec.load({ arenaBytes: 65536 + ARENA_BYTES * robots.length });
  const ideal = robots.map((robot) => idealRobot(codec, clock, robot));
  requestRealtime("try", 0);
  scope.postMessage({ type: "started" });
  const pacer = new Pacer(clock.now(), periodNs);
  for (;;) {
    clock.sleepUntil(pacer.deadlineNs);
    for (let i = 0; i < ideal.length; i++) ideal[i]();
    pacer.advance(clock.now());
  }
};

/** One cycle of a robot: takes the Command, if there is a new one, and sends the State. */
function idealRobot(codec: Codec, clock: SystemClock, channels: RobotChannels): () => void {
  const state = codec.newState({ joints: LINK_JOINTS });
  const command = codec.newCommand({ joints: LINK_JOINTS });
  const reader = new CellReader(channels.command, clock);
  const publisher = openPublisher(channels.state, clock);
  state.positionCount = state.velocityCount = state.torqueCount = LINK_JOINTS;
  return () => {
    const length = reader.takeLatest(codec.inbox.words);
    if (length >= 0 && codec.decodeCommand(command, length) === CodecStatus.Ok) {
      for (let i = 0; i < command.positionCount; i++) state.position[i] = command.position[i];
    }
    clock.stamp(clock.now(), state.stamp, 0);
    publisher.publish(codec.outbox.words, codec.outboxOffset, codec.encodeState(state));
  };
}
