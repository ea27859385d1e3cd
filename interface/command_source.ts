import type { Clock } from "../core/clock.ts";
import type { EventRing } from "../core/event_ring.ts";
import type { Histogram } from "../core/histogram.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { MessageReader } from "../comm/message_reader.ts";
import { CodecStatus } from "../wasm/codec_status.ts";
import type { CommandMessage } from "../wasm/command_message.ts";
import type { MessageCodec } from "../wasm/message_codec.ts";
import type { CommandGate } from "./command_gate.ts";
import { GateReason } from "./gate_reason.ts";
import { InterfaceBlock } from "./interface_block.ts";
import { InterfaceEvent } from "./interface_event.ts";

const TWO_32 = 4294967296;
const WINDOW_NS = 1e9;
/**
 * The Command that starts a motion, or takes it up again, is at most so much longer on its way than the quickest before it [ns]: after a network has
 * stalled, those that were queued come in one burst, the oldest first, and each asks for less than the next.
 */
const FIRST_LATER_NS = 100e6;
/** After a refused jump, targets must stay near the measured position for so long: a motion that only passes by does not. */
const SETTLE_NS = 100e6;

/** What a {@link CommandSource} is made of. */
export interface CommandSourceParts {
  /** Receiving end of `{name}/command`. */
  readonly reader: MessageReader;
  /** Codec of this thread. */
  readonly codec: MessageCodec;
  /** Buffer of the decoded Command. */
  readonly command: CommandMessage;
  /** The gate before the driver. */
  readonly gate: CommandGate;
  /** Counters and events. */
  readonly block: SharedBlock;
  /** Steady time. */
  readonly clock: Clock;
  /** Commands that were longer on their way are refused [ns]. */
  readonly timeoutNs: number;
  /** Whether round trips are reported once a second. */
  readonly latencyStats: boolean;
}

/**
 * The receiving half of an interface's cycle: takes the latest Command, verifies, decodes and judges it.
 *
 * - A refused message is counted and reported, and changes nothing else: the last good command stays, the watchdog runs on.
 * - What was queued on the way while the network was down is no command any more: a Command is as old as the State that it answers, less the time for which
 *   the manager held that. Managers that do not echo the stamp of a State are not judged so.
 * - Real-time safe: every method.
 */
export class CommandSource {
  readonly #parts: CommandSourceParts;
  readonly #events: EventRing;
  readonly #counters: Float64Array;
  readonly #roundTrip: Histogram;
  /** The message last counted as a round trip: stamp and hold, two words each. */
  readonly #counted = new Uint32Array(4);
  /** Round trips of the running second: count, smallest, sum, largest, start of the window. */
  readonly #window = new Float64Array(5);
  /** Since when the targets are near the measured position, after a refused jump [ns]. */
  readonly #nearSince = new Float64Array(1);
  #jumped = false;
  /** Round trip of the message just taken, and the quickest of its sender [ns]. */
  readonly #trip = new Float64Array([0, Infinity]);
  #sender = 0;
  /** Stamp of the State that the last timely Command of the sender has answered. */
  readonly #lastStamp = new Uint32Array(2);

  /** Takes what it needs; nothing is opened. */
  constructor(parts: CommandSourceParts) {
    this.#parts = parts;
    this.#events = parts.block.events;
    this.#counters = parts.block.values;
    this.#roundTrip = parts.block.histograms[InterfaceBlock.H_ROUND_TRIP];
  }

  /**
   * Looks for a new Command. Returns 1 when `command` holds one that may be obeyed, 0 when there is none, and -1 when one was refused;
   * `command` is then as it was, or holds the refused one. `first`: the gate also checks that it starts from `measured`; `manager`: mark of the one that is
   * obeyed, 0 for whoever sends.
   *
   * @realtime
   */
  poll(first: boolean, measured: Float64Array, manager: number): number {
    const { reader, codec, command, gate, clock, timeoutNs } = this.#parts;
    const length = reader.takeLatest(codec.inbox.words);
    if (length < 0) return 0;
    if (manager !== 0 && reader.writer !== manager) return this.#refuse(GateReason.Foreign, -1, reader.writer, manager);
    const status = codec.decodeCommand(command, length);
    if (status !== CodecStatus.Ok) return this.#refuse(reasonOf(status), -1, command.receivedCounts[0], 0);
    const ageNs = clock.now() - reader.arrivalNs;
    if (ageNs > timeoutNs) return this.#refuse(GateReason.TooOld, -1, ageNs, timeoutNs);
    if (!this.#isTimely(first)) return -1;
    const reason = first ? gate.checkFirst(command, measured) : gate.check(command);
    if (reason !== GateReason.Accepted) {
      if (reason === GateReason.FirstTargetJump) {
        this.#jumped = true;
        this.#nearSince[0] = reader.arrivalNs;
      }
      return this.#refuse(reason, gate.lastJoint, gate.lastReceived, gate.lastWanted);
    }
    if (first && this.#jumped && reader.arrivalNs - this.#nearSince[0] < SETTLE_NS) {
      return this.#refuse(GateReason.NotSettled, -1, 0, 0);
    }
    this.#jumped = false;
    this.#counters[InterfaceBlock.COMMANDS] += 1;
    this.#measure();
    return 1;
  }

  /**
   * Takes what has come and drops it.
   *
   * @realtime
   */
  discard(): void {
    this.#parts.reader.takeLatest(this.#parts.codec.inbox.words);
  }

  /**
   * Judges the time that the command just decoded, and the State that it answers, were on their way.
   *
   * @realtime
   */
  #isTimely(first: boolean): boolean {
    const { command, reader, timeoutNs } = this.#parts;
    const { stateStamp: stamp, stateHold: hold } = command;
    const trip = this.#trip;
    if (stamp[0] === 0 && stamp[1] === 0) return true;
    const last = this.#lastStamp;
    if (reader.writer !== this.#sender) {
      trip[1] = Infinity;
      last[0] = last[1] = 0;
    }
    this.#sender = reader.writer;
    // A Command that answers an older State than the one before was overtaken on its way, or is sent again.
    if (stamp[1] < last[1] || (stamp[1] === last[1] && stamp[0] < last[0])) {
      this.#refuse(GateReason.TooOld, -1, 0, 0);
      return false;
    }
    const arrival = reader.arrivalStamp;
    trip[0] = (arrival[1] - stamp[1] - hold[1]) * TWO_32 + (arrival[0] - stamp[0] - hold[0]);
    const limitNs = first ? Math.min(timeoutNs, trip[1] + FIRST_LATER_NS) : timeoutNs;
    if (trip[0] > limitNs) {
      this.#refuse(GateReason.TooOld, -1, trip[0], limitNs);
      return false;
    }
    if (trip[0] < trip[1]) trip[1] = trip[0];
    if (trip[0] >= 0) { // a stamp of the future is none of this robot's
      last[0] = stamp[0];
      last[1] = stamp[1];
    }
    return true;
  }

  /** @realtime */
  #refuse(reason: number, joint: number, received: number, wanted: number): number {
    this.#counters[InterfaceBlock.REFUSED + reason] += 1;
    this.#events.push(InterfaceEvent.Refused, reason, joint, received, wanted);
    return -1;
  }

  /**
   * Counts the round trip of the command just taken, once for each pair of stamp and hold.
   *
   * @realtime
   */
  #measure(): void {
    const { command, reader } = this.#parts;
    const stamp = command.stateStamp;
    const hold = command.stateHold;
    const counted = this.#counted;
    if (stamp[0] === 0 && stamp[1] === 0) return;
    if (
      stamp[0] === counted[0] && stamp[1] === counted[1] && hold[0] === counted[2] && hold[1] === counted[3]
    ) return;
    counted[0] = stamp[0];
    counted[1] = stamp[1];
    counted[2] = hold[0];
    counted[3] = hold[1];
    this.#roundTrip.record(this.#trip[0]);
    if (this.#parts.latencyStats) this.#addToWindow(this.#trip[0], reader.arrivalNs);
  }

  /** @realtime */
  #addToWindow(tripNs: number, nowNs: number): void {
    const w = this.#window;
    if (w[4] === 0) w[4] = nowNs;
    if (w[0] === 0 || tripNs < w[1]) w[1] = tripNs;
    if (w[0] === 0 || tripNs > w[3]) w[3] = tripNs;
    w[0] += 1;
    w[2] += tripNs;
    if (nowNs - w[4] < WINDOW_NS) return;
    this.#events.push(InterfaceEvent.Latency, w[0], w[1], w[2] / w[0], w[3]);
    w[0] = 0;
    w[2] = 0;
    w[4] = nowNs;
  }
}

/** @realtime */
function reasonOf(status: number): number {
  if (status === CodecStatus.TooManyJoints) return GateReason.WrongLength;
  if (status === CodecStatus.NotOneVector) return GateReason.NotOneVector;
  return status === CodecStatus.WrongType ? GateReason.WrongType : GateReason.Malformed;
}
