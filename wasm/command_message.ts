import type { RobotCommand } from "../schemas/robot_state.ts";
import type { CodecArena } from "./codec_arena.ts";
import { CodecError } from "./codec_error.ts";
import { CODEC_LAYOUT } from "./codec_layout.ts";

const LAYOUT = CODEC_LAYOUT.command;

/** What a Command is created for. */
export interface CommandShape {
  /** Number of joints, at least 1: the capacity of the three joint vectors. */
  readonly joints: number;
}

/**
 * A Command whose arrays are views of the codec's memory, as a `StateMessage` is. Created by `Codec.newCommand`; all its
 * properties are real-time safe.
 */
export class CommandMessage implements RobotCommand {
  /** The memory it lies in; a codec takes its own messages only. */
  readonly arena: CodecArena;
  /** Where it lies in that memory; of use to the codec only. */
  readonly address: number;
  /** Most bytes that it can take when encoded. */
  readonly maxEncodedBytes: number;
  /** Joint position targets [rad or m]; capacity = number of joints. */
  readonly position: Float64Array;
  /** Joint velocity targets [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** Joint torque targets [Nm or N]. */
  readonly torque: Float64Array;
  /** `stamp` of the latest State received [ns]: low word, high word. 0 means "none". */
  readonly stateStamp: Uint32Array;
  /** How long that State was held before sending [ns]: low word, high word. */
  readonly stateHold: Uint32Array;
  /**
   * Number of positions, velocities and torques in the message decoded last, also when it was refused for its counts; zeros when
   * it could not be read at all.
   */
  readonly receivedCounts: Int32Array;
  readonly #counts: Int32Array;
  readonly #gains: Float64Array;

  /**
   * Reserves its memory in `arena`.
   * @throws {CodecError} no joints, or no memory left.
   */
  constructor(arena: CodecArena, shape: CommandShape) {
    const joints = shape.joints;
    if (!Number.isInteger(joints) || joints < 1) {
      throw new CodecError(`Cannot create a Command: it has ${joints} joints, wanted a whole number of at least 1`);
    }
    const buffer = arena.buffer;
    this.arena = arena;
    this.maxEncodedBytes = 160 + 3 * (8 * joints + 8);
    this.address = arena.reserve(LAYOUT.bytes, "a Command");
    const values = arena.reserve(3 * 8 * joints, `the vectors of a Command with ${joints} joints`);
    const spans = arena.reserve(7 * CODEC_LAYOUT.span.bytes, "a Command");
    const words = arena.reserve(this.maxEncodedBytes, "the encoded form of a Command");

    const header = new DataView(buffer, this.address, LAYOUT.bytes);
    header.setUint32(LAYOUT.joints, joints, true);
    header.setUint32(LAYOUT.values, values, true);
    header.setUint32(LAYOUT.template + CODEC_LAYOUT.template.spans, spans, true);
    header.setUint32(LAYOUT.template + CODEC_LAYOUT.template.words, words, true);

    this.position = new Float64Array(buffer, values, joints);
    this.velocity = new Float64Array(buffer, values + 8 * joints, joints);
    this.torque = new Float64Array(buffer, values + 16 * joints, joints);
    this.stateStamp = new Uint32Array(buffer, this.address + LAYOUT.stateStamp, 2);
    this.stateHold = new Uint32Array(buffer, this.address + LAYOUT.stateHold, 2);
    this.receivedCounts = new Int32Array(buffer, this.address + LAYOUT.received, 3);
    this.#counts = new Int32Array(buffer, this.address + LAYOUT.counts, 3);
    this.#gains = new Float64Array(buffer, this.address + LAYOUT.kp, 2);
  }

  /** Reserved gain; sent as given, ignored by the interface. */
  get kp(): number {
    return this.#gains[0];
  }
  set kp(gain: number) {
    this.#gains[0] = gain;
  }
  /** Reserved gain; sent as given, ignored by the interface. */
  get kd(): number {
    return this.#gains[1];
  }
  set kd(gain: number) {
    this.#gains[1] = gain;
  }
  /** Number of position targets filled, 0 to the number of joints. */
  get positionCount(): number {
    return this.#counts[0];
  }
  set positionCount(count: number) {
    this.#counts[0] = count;
  }
  /** Number of velocity targets filled, 0 to the number of joints. */
  get velocityCount(): number {
    return this.#counts[1];
  }
  set velocityCount(count: number) {
    this.#counts[1] = count;
  }
  /** Number of torque targets filled, 0 to the number of joints. */
  get torqueCount(): number {
    return this.#counts[2];
  }
  set torqueCount(count: number) {
    this.#counts[2] = count;
  }
}
