import type { BodySensorSlot, ForceSensorSlot, RobotState } from "../schemas/robot_state.ts";
import { utf8Text } from "../core/utf8_text.ts";
import type { CodecArena } from "./codec_arena.ts";
import { CodecError } from "./codec_error.ts";
import { CODEC_LAYOUT } from "./codec_layout.ts";

const LAYOUT = CODEC_LAYOUT.state;
const SLOT = CODEC_LAYOUT.sensor;

/** What a State is created for. */
export interface StateShape {
  /** Number of joints, at least 1: the capacity of the three joint vectors. */
  readonly joints: number;
  /** Names of the IMUs, unique, in the module's order; none by default. */
  readonly bodySensors?: readonly string[];
  /** Names of the force sensors, unique, in the module's order; none by default. */
  readonly forceSensors?: readonly string[];
}

/**
 * A State whose arrays are views of the codec's memory: what is written into them is encoded, what is decoded appears in them,
 * without a copy in between. Created by `Codec.newState`; its properties are real-time safe, except `unknownSensorName`.
 */
export class StateMessage implements RobotState {
  /** The memory it lies in; a codec takes its own messages only. */
  readonly arena: CodecArena;
  /** Where it lies in that memory; of use to the codec only. */
  readonly address: number;
  /** Most bytes that it can take when encoded. */
  readonly maxEncodedBytes: number;
  /** Joint positions [rad or m]; capacity = number of joints. */
  readonly position: Float64Array;
  /** Joint velocities [rad/s or m/s]. */
  readonly velocity: Float64Array;
  /** Joint torques [Nm or N]. */
  readonly torque: Float64Array;
  /** IMUs, in the shape's order. */
  readonly bodySensors: readonly BodySensorSlot[];
  /** Force sensors, in the shape's order. */
  readonly forceSensors: readonly ForceSensorSlot[];
  /** Sender's steady clock at send time [ns]: low word, high word. 0 means "not stamped". */
  readonly stamp: Uint32Array;
  /**
   * Number of positions, velocities and torques in the message decoded last, also when it was refused for having more than there
   * is room for; zeros when it could not be read at all.
   */
  readonly receivedCounts: Int32Array;
  readonly #counts: Int32Array;
  readonly #unknown: Uint32Array;

  /**
   * Reserves its memory in `arena`.
   * @throws {CodecError} no joints, bad sensor names, or no memory left.
   */
  constructor(arena: CodecArena, shape: StateShape) {
    const bodyNames = shape.bodySensors ?? [];
    const forceNames = shape.forceSensors ?? [];
    checkShape(shape.joints, bodyNames, forceNames);
    const encoder = new TextEncoder();
    const bodyBytes = bodyNames.map((name) => encoder.encode(name));
    const forceBytes = forceNames.map((name) => encoder.encode(name));
    const buffer = arena.buffer;

    this.arena = arena;
    this.maxEncodedBytes = maxStateBytes(shape.joints, bodyBytes, forceBytes);
    this.address = arena.reserve(LAYOUT.bytes, "a State");
    const values = arena.reserve(3 * 8 * shape.joints, `the vectors of a State with ${shape.joints} joints`);
    const spans = arena.reserve(
      (4 + 3 * bodyNames.length + 2 * forceNames.length) * CODEC_LAYOUT.span.bytes,
      "a State",
    );
    const words = arena.reserve(this.maxEncodedBytes, "the encoded form of a State");
    const slots = arena.reserve((bodyNames.length + forceNames.length) * SLOT.bytes, "the sensors of a State");

    const header = new DataView(buffer, this.address, LAYOUT.bytes);
    header.setUint32(LAYOUT.joints, shape.joints, true);
    header.setUint32(LAYOUT.bodyCount, bodyNames.length, true);
    header.setUint32(LAYOUT.forceCount, forceNames.length, true);
    header.setUint32(LAYOUT.values, values, true);
    header.setUint32(LAYOUT.sensors, slots, true);
    header.setUint32(LAYOUT.template + CODEC_LAYOUT.template.spans, spans, true);
    header.setUint32(LAYOUT.template + CODEC_LAYOUT.template.words, words, true);

    this.position = new Float64Array(buffer, values, shape.joints);
    this.velocity = new Float64Array(buffer, values + 8 * shape.joints, shape.joints);
    this.torque = new Float64Array(buffer, values + 16 * shape.joints, shape.joints);
    this.stamp = new Uint32Array(buffer, this.address + LAYOUT.stamp, 2);
    this.receivedCounts = new Int32Array(buffer, this.address + LAYOUT.received, 3);
    this.#counts = new Int32Array(buffer, this.address + LAYOUT.counts, 3);
    this.#unknown = new Uint32Array(buffer, this.address + LAYOUT.unknownCount, 2);
    this.bodySensors = bodyNames.map((name, i) => new BodySensor(arena, name, bodyBytes[i], slots + i * SLOT.bytes));
    const firstForce = slots + bodyNames.length * SLOT.bytes;
    this.forceSensors = forceNames.map((name, i) =>
      new ForceSensor(arena, name, forceBytes[i], firstForce + i * SLOT.bytes)
    );
  }

  /** Number of positions filled, 0 to the number of joints; 0 means absent. */
  get positionCount(): number {
    return this.#counts[0];
  }
  set positionCount(count: number) {
    this.#counts[0] = count;
  }
  /** Number of velocities filled, 0 to the number of joints; 0 means absent. */
  get velocityCount(): number {
    return this.#counts[1];
  }
  set velocityCount(count: number) {
    this.#counts[1] = count;
  }
  /** Number of torques filled, 0 to the number of joints; 0 means absent. */
  get torqueCount(): number {
    return this.#counts[2];
  }
  set torqueCount(count: number) {
    this.#counts[2] = count;
  }

  /** Number of sensors in the message decoded last whose names are not among the shape's; they are passed over. */
  get unknownSensors(): number {
    return this.#unknown[0];
  }

  /** Name of the first of those, at most 64 bytes of it; empty when there is none or it has no name. Allocates. */
  unknownSensorName(): string {
    if (this.#unknown[0] === 0) return "";
    const bytes = new Uint8Array(this.arena.buffer, this.address + LAYOUT.unknownName, this.#unknown[1]);
    return utf8Text(bytes);
  }
}

class SensorSlot {
  readonly name: string;
  readonly #present: Uint32Array;
  readonly #values: number;
  readonly #buffer: ArrayBuffer;

  constructor(arena: CodecArena, name: string, bytes: Uint8Array, slot: number, values: number) {
    this.name = name;
    this.#buffer = arena.buffer;
    const nameAddress = arena.reserve(bytes.length, `the name of sensor '${name}'`);
    new Uint8Array(arena.buffer, nameAddress, bytes.length).set(bytes);
    this.#values = arena.reserve(8 * values, `the values of sensor '${name}'`);
    const header = new DataView(arena.buffer, slot, SLOT.bytes);
    header.setUint32(SLOT.name, nameAddress, true);
    header.setUint32(SLOT.nameLength, bytes.length, true);
    header.setUint32(SLOT.values, this.#values, true);
    this.#present = new Uint32Array(arena.buffer, slot + SLOT.present, 1);
  }

  get present(): boolean {
    return this.#present[0] !== 0;
  }
  set present(present: boolean) {
    this.#present[0] = present ? 1 : 0;
  }

  protected part(first: number, count: number): Float64Array {
    return new Float64Array(this.#buffer, this.#values + 8 * first, count);
  }
}

class BodySensor extends SensorSlot implements BodySensorSlot {
  readonly orientation: Float64Array;
  readonly angularVelocity: Float64Array;
  readonly linearAcceleration: Float64Array;

  constructor(arena: CodecArena, name: string, bytes: Uint8Array, slot: number) {
    super(arena, name, bytes, slot, 10);
    this.orientation = this.part(0, 4);
    this.angularVelocity = this.part(4, 3);
    this.linearAcceleration = this.part(7, 3);
  }
}

class ForceSensor extends SensorSlot implements ForceSensorSlot {
  readonly force: Float64Array;
  readonly torque: Float64Array;

  constructor(arena: CodecArena, name: string, bytes: Uint8Array, slot: number) {
    super(arena, name, bytes, slot, 6);
    this.force = this.part(0, 3);
    this.torque = this.part(3, 3);
  }
}

function checkShape(joints: number, bodies: readonly string[], forces: readonly string[]): void {
  if (!Number.isInteger(joints) || joints < 1) {
    throw new CodecError(`Cannot create a State: it has ${joints} joints, wanted a whole number of at least 1`);
  }
  const sensors = bodies.length + forces.length;
  if (sensors > CODEC_LAYOUT.maxSensors) {
    throw new CodecError(`Cannot create a State: it has ${sensors} sensors, wanted at most ${CODEC_LAYOUT.maxSensors}`);
  }
  for (const names of [bodies, forces]) {
    const seen = new Set<string>();
    for (const name of names) {
      if (name === "") {
        throw new CodecError("Cannot create a State: a sensor has an empty name, wanted a name for each");
      }
      if (seen.has(name)) {
        throw new CodecError(`Cannot create a State: sensor '${name}' is listed twice, wanted it once`);
      }
      seen.add(name);
    }
  }
}

/** An upper bound: values, names, and for each vector, string and table its length, offset, alignment and vtable. */
function maxStateBytes(joints: number, bodies: readonly Uint8Array[], forces: readonly Uint8Array[]): number {
  let bytes = 160 + 3 * (8 * joints + 8);
  for (const name of bodies) bytes += name.length + 192;
  for (const name of forces) bytes += name.length + 128;
  return bytes;
}
