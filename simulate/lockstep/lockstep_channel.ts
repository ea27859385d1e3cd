import { CellReader } from "../../comm/cell/cell_reader.ts";
import type { MessageReader } from "../../comm/message_reader.ts";
import { openPublisher, type Publisher } from "../../comm/open_publisher.ts";
import { RepeatingPublisher } from "../../comm/repeating_publisher.ts";
import { SimulatedClock } from "../../core/simulated_clock.ts";
import type { SharedBlock } from "../../core/shared_block.ts";
import { InterfaceBlock } from "../../interface/interface_block.ts";
import type { InterfaceSetup } from "../../interface/interface_worker_messages.ts";
import type { RobotChannel } from "../../interface/robot_channel.ts";
import { CodecStatus } from "../../wasm/codec_status.ts";
import type { CommandMessage } from "../../wasm/command_message.ts";
import type { MessageCodec } from "../../wasm/message_codec.ts";

/**
 * The messages of one robot in lock step: it knows whether the State that was sent last has been answered.
 *
 * - An answer is a Command that echoes the stamp of that State. Managers that echo none answer by any Command that comes after it; what cannot be decoded
 *   is an answer, too, for the gate to refuse.
 * - The answer is kept until the robot's cycle takes it. It arrives at the present of simulated time.
 * - Who blocks: only {@link wait}. Real-time safe: every method.
 */
export class LockstepChannel implements RobotChannel, Publisher, MessageReader {
  /** See `MessageReader`. */
  arrivalNs: number = -Infinity;
  /** See `MessageReader`. */
  readonly arrivalStamp = new Uint32Array(2);
  /** See `MessageReader`. */
  writer = 0;
  readonly #publisher: RepeatingPublisher;
  readonly #reader: CellReader;
  readonly #codec: MessageCodec;
  readonly #command: CommandMessage;
  readonly #clock: SimulatedClock;
  readonly #flags: Int32Array;
  /** When the last State was sent [ns of simulated time]. */
  readonly #stateNs = new Float64Array(1);
  /** The Command that came last, and was not taken. */
  readonly #kept: Uint32Array;
  #keptBytes = -1;
  #answered = true;

  /** Opens both ends. */
  constructor(setup: InterfaceSetup, block: SharedBlock, codec: MessageCodec, clock: SimulatedClock) {
    // A manager that is not in lock step judges it by the wall clock.
    this.#publisher = new RepeatingPublisher(openPublisher(setup.state), codec.outbox.bytes.length);
    this.#reader = new CellReader(setup.command, clock);
    this.#codec = codec;
    this.#clock = clock;
    this.#flags = block.flags;
    this.#command = codec.newCommand({ joints: setup.context.module.joints.length });
    this.#kept = new Uint32Array(Math.ceil(this.#reader.capacity / 4));
  }

  /** This one. */
  get publisher(): this {
    return this;
  }

  /** This one. */
  get reader(): this {
    return this;
  }

  /**
   * True while a manager has the robot.
   *
   * @realtime
   */
  get isServed(): boolean {
    return Atomics.load(this.#flags, InterfaceBlock.PEER_ALIVE) !== 0;
  }

  /**
   * Sends a State, which is to be answered. See `Publisher.publish`.
   *
   * @realtime
   */
  publish(source: Uint32Array, byteOffset: number, byteLength: number): number {
    this.#stateNs[0] = this.#clock.now();
    const code = this.#publisher.publish(source, byteOffset, byteLength);
    this.#answered = code !== 0;
    return code;
  }

  /**
   * Sends the last State once more: it may have gone out before anybody listened.
   *
   * @realtime
   */
  resend(): void {
    this.#publisher.again();
  }

  /**
   * True when the last State has been answered, or none was sent yet.
   *
   * @realtime
   */
  isAnswered(): boolean {
    if (!this.#answered) this.#look();
    return this.#answered;
  }

  /**
   * See `CellReader.wait`.
   *
   * @realtime
   */
  wait(timeoutNs: number): boolean {
    return this.#reader.wait(timeoutNs);
  }

  /**
   * Takes the Command that has come, see `MessageReader`.
   *
   * @realtime
   */
  takeLatest(into: Uint32Array): number {
    const length = this.#keptBytes;
    this.#keptBytes = -1;
    const count = (length + 3) >>> 2;
    if (length < 0 || count > into.length) return -1;
    for (let i = 0; i < count; i++) into[i] = this.#kept[i];
    this.writer = this.#reader.writer;
    this.arrivalNs = this.#clock.now();
    this.#clock.stamp(this.arrivalNs, this.arrivalStamp, 0);
    return length;
  }

  /** @realtime */
  #look(): void {
    const { words } = this.#codec.inbox;
    const length = this.#reader.takeLatest(words);
    if (length < 0) return;
    const count = (length + 3) >>> 2;
    for (let i = 0; i < count; i++) this.#kept[i] = words[i];
    this.#keptBytes = length;
    const manager = Atomics.load(this.#flags, InterfaceBlock.MANAGER);
    if (manager !== 0 && this.#reader.writer !== manager) return; // somebody else answers for nobody
    const status = this.#codec.decodeCommand(this.#command, length);
    const echoed = SimulatedClock.timeOf(this.#command.stateStamp);
    this.#answered = status !== CodecStatus.Ok || echoed === 0 || echoed === this.#stateNs[0];
  }
}
