import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { CODEC_LAYOUT } from "../codec_layout.ts";
import { CodecStatus } from "../codec_status.ts";
import type { JointVectors } from "./joint_vectors.ts";
import { type FieldKind, type FieldValue, readFields } from "./read_fields.ts";

/** A sensor as it lies in a message. */
export interface PackedSensor {
  /** Sensor name. */
  readonly name: string;
  /** Its vectors in the order of the schema, each as little-endian doubles; an absent one has no bytes. */
  readonly parts: readonly Uint8Array[];
}

/** A State as it lies in a message. */
export interface PackedState extends JointVectors {
  /** IMUs: orientation, angular velocity, linear acceleration. */
  readonly bodySensors: readonly PackedSensor[];
  /** Force sensors: force, torque. */
  readonly forceSensors: readonly PackedSensor[];
  /** Sender's steady clock at send time [ns]. */
  readonly stamp: bigint;
}

/** A Command as it lies in a message. */
export interface PackedCommand extends JointVectors {
  /** Reserved gain. */
  readonly kp: number;
  /** Reserved gain. */
  readonly kd: number;
  /** `stamp` of the latest State received [ns]. */
  readonly stateStamp: bigint;
  /** How long that State was held before sending [ns]. */
  readonly stateHold: bigint;
}

/** Fields by their number, as in `schemas/mc_rtc_msgs.proto`. */
const STATE: readonly FieldKind[] = ["doubles", "doubles", "doubles", "messages", "messages", "uint64"];
const COMMAND: readonly FieldKind[] = ["double", "double", "doubles", "doubles", "doubles", "uint64", "uint64"];
const BODY_SENSOR: readonly FieldKind[] = ["text", "doubles", "doubles", "doubles"];
const FORCE_SENSOR: readonly FieldKind[] = ["text", "doubles", "doubles"];
const CONFIG: readonly FieldKind[] = ["text"];

/** How long the vectors of a sensor are when they are there. */
const BODY_PARTS = [4, 3, 3];
const FORCE_PARTS = [3, 3];

const NONE = new Uint8Array(0);

/**
 * The messages of `schemas/mc_rtc_msgs.proto`, by the wire reader and writer of the Protobuf library. What is read refers to the bytes of
 * the message.
 *
 * State and Command are told apart by their fields 1 and 2, as `docs/decisions/state-and-command.md` says: no bytes are read as both.
 */
export const protobufMessages = {
  /** A State, or `CodecStatus.WrongType` for a Command, `CodecStatus.Malformed` for anything else. */
  readState(bytes: Uint8Array): PackedState | CodecStatus {
    const fields = readFields(bytes, STATE);
    const [position, velocity, torque, bodies, forces, stamp = 0n] = fields ?? [];
    if (position === undefined && velocity === undefined) {
      return isCommand(bytes) ? CodecStatus.WrongType : CodecStatus.Malformed;
    }
    const bodySensors = readSensors(bodies, BODY_SENSOR, BODY_PARTS);
    const forceSensors = readSensors(forces, FORCE_SENSOR, FORCE_PARTS);
    if (bodySensors === undefined || forceSensors === undefined) return CodecStatus.Malformed;
    if (bodySensors.length + forceSensors.length > CODEC_LAYOUT.maxSensors) return CodecStatus.Malformed;
    const vectors = { position: packed(position), velocity: packed(velocity), torque: packed(torque) };
    return { ...vectors, bodySensors, forceSensors, stamp: stamp as bigint };
  },

  /** A Command, or `CodecStatus.WrongType` for a State, `CodecStatus.Malformed` for anything else. Any of its vectors may be filled. */
  readCommand(bytes: Uint8Array): PackedCommand | CodecStatus {
    const fields = bytes.length === 0 ? undefined : readFields(bytes, COMMAND);
    if (fields === undefined) {
      return typeof protobufMessages.readState(bytes) === "object" ? CodecStatus.WrongType : CodecStatus.Malformed;
    }
    const [kp = 0, kd = 0, position, velocity, torque, stateStamp = 0n, stateHold = 0n] = fields;
    return {
      kp: kp as number,
      kd: kd as number,
      position: packed(position),
      velocity: packed(velocity),
      torque: packed(torque),
      stateStamp: stateStamp as bigint,
      stateHold: stateHold as bigint,
    };
  },

  /** The text of a configuration message, which is empty when the message is; undefined when it is none. */
  readConfig(bytes: Uint8Array): string | undefined {
    if (bytes.length === 0) return "";
    return readFields(bytes, CONFIG)?.[0] as string | undefined;
  },

  /** Writes a State. Positions are written also when there are none, so that it cannot be taken for a Command. */
  writeState(writer: BinaryWriter, state: PackedState): void {
    writer.tag(1, WireType.LengthDelimited).bytes(state.position);
    writeDoubles(writer, 2, state.velocity);
    writeDoubles(writer, 3, state.torque);
    for (const sensor of state.bodySensors) writeSensor(writer, 4, sensor);
    for (const sensor of state.forceSensors) writeSensor(writer, 5, sensor);
    writeUint64(writer, 6, state.stamp);
  },

  /** Writes a Command. Gains are written also when they are zero, so that it cannot be taken for a State. */
  writeCommand(writer: BinaryWriter, command: PackedCommand): void {
    writer.tag(1, WireType.Bit64).double(command.kp).tag(2, WireType.Bit64).double(command.kd);
    writeDoubles(writer, 3, command.position);
    writeDoubles(writer, 4, command.velocity);
    writeDoubles(writer, 5, command.torque);
    writeUint64(writer, 6, command.stateStamp);
    writeUint64(writer, 7, command.stateHold);
  },

  /** Writes a configuration text. */
  writeConfig(writer: BinaryWriter, text: string): void {
    writer.tag(1, WireType.LengthDelimited).string(text);
  },
};

function isCommand(bytes: Uint8Array): boolean {
  return bytes.length > 0 && readFields(bytes, COMMAND) !== undefined;
}

function packed(value: FieldValue): Uint8Array {
  return (value as Uint8Array | undefined) ?? NONE;
}

function readSensors(
  value: FieldValue,
  kinds: readonly FieldKind[],
  lengths: readonly number[],
): PackedSensor[] | undefined {
  const sensors: PackedSensor[] = [];
  for (const bytes of (value as Uint8Array[] | undefined) ?? []) {
    const fields = readFields(bytes, kinds);
    if (fields === undefined) return undefined;
    const parts = lengths.map((_, i) => packed(fields[i + 1]));
    if (parts.some((part, i) => part.length !== 0 && part.length !== 8 * lengths[i])) return undefined;
    sensors.push({ name: (fields[0] as string | undefined) ?? "", parts });
  }
  return sensors;
}

function writeDoubles(writer: BinaryWriter, number: number, values: Uint8Array): void {
  if (values.length > 0) writer.tag(number, WireType.LengthDelimited).bytes(values);
}

function writeUint64(writer: BinaryWriter, number: number, value: bigint): void {
  if (value !== 0n) writer.tag(number, WireType.Varint).uint64(value);
}

function writeSensor(writer: BinaryWriter, number: number, sensor: PackedSensor): void {
  writer.tag(number, WireType.LengthDelimited).fork();
  writer.tag(1, WireType.LengthDelimited).string(sensor.name);
  sensor.parts.forEach((part, i) => writeDoubles(writer, i + 2, part));
  writer.join();
}
