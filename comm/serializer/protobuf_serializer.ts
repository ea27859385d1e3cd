import { BinaryWriter } from "@bufbuild/protobuf/wire";
import { codecSizes } from "../../wasm/codec_sizes.ts";
import { CodecStatus } from "../../wasm/codec_status.ts";
import { codecStatusText } from "../../wasm/codec_status_text.ts";
import { type PackedSensor, protobufMessages } from "../../wasm/protobuf/protobuf_messages.ts";
import { checkMessage } from "./check_message.ts";
import { customMessage } from "./custom_message.ts";
import { MessageType } from "./message_type.ts";
import type { Command, State } from "./messages.ts";
import { SerializationError } from "./serialization_error.ts";
import type { Serializer } from "./serializer.ts";

/** Room for one message when nothing else is asked for [bytes]: some 10000 joints. */
const DEFAULT_MESSAGE_BYTES = 262144;

/**
 * The messages of `schemas/mc_rtc_msgs.proto`, for plain objects: any number of joints, sensors of any names. What it gives, the Protobuf
 * codec of the control loops takes. Made by `serializerRegistry.get("protobuf")`, which loads the Protobuf library.
 */
export class ProtobufSerializer implements Serializer {
  /** As in `network_interface.backend`. */
  readonly name = "protobuf";
  readonly #maxBytes: number;

  /** `maxMessageBytes`: longest message, at most 1 MiB; 262144 by default. Errors: `CodecError`, when the size is none. */
  constructor(options: { readonly maxMessageBytes?: number } = {}) {
    this.#maxBytes = codecSizes({ maxMessageBytes: options.maxMessageBytes ?? DEFAULT_MESSAGE_BYTES }).messageBytes;
  }

  /** See {@link Serializer.serialize}. A Command fills exactly one of its three vectors. */
  serialize<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array {
    const writer = new BinaryWriter();
    switch (type.name) {
      case MessageType.State.name:
        protobufMessages.writeState(writer, packState(checkMessage.state(value as State)));
        break;
      case MessageType.Command.name: {
        const command = checkMessage.command(value as Command);
        if (!oneFilled(command)) throw refused("writing", type.name, 0, CodecStatus.NotOneVector, this.#maxBytes);
        protobufMessages.writeCommand(writer, { ...command, ...packVectors(command) });
        break;
      }
      case MessageType.Config.name:
        protobufMessages.writeConfig(writer, String(value));
        break;
      default:
        return customMessage.serialize(type, value);
    }
    const bytes = writer.finish();
    if (bytes.length <= this.#maxBytes) return bytes;
    throw refused("writing", type.name, bytes.length, CodecStatus.TooLarge, this.#maxBytes);
  }

  /** See {@link Serializer.deserialize}. */
  deserialize<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T {
    switch (type.name) {
      case MessageType.State.name:
        return this.#read(type.name, bytes, readState) as T;
      case MessageType.Command.name:
        return this.#read(type.name, bytes, readCommand) as T;
      case MessageType.Config.name:
        return this.#read(
          type.name,
          bytes,
          (bytes) => protobufMessages.readConfig(bytes) ?? CodecStatus.Malformed,
        ) as T;
      default:
        return customMessage.deserialize(type, bytes);
    }
  }

  #read<T>(type: string, bytes: Uint8Array, read: (bytes: Uint8Array) => T | CodecStatus): T {
    const result = bytes.length > this.#maxBytes ? CodecStatus.TooLarge : read(bytes);
    if (typeof result !== "number") return result;
    throw refused("reading", type, bytes.length, result, this.#maxBytes);
  }
}

interface Vectors {
  readonly position: number[];
  readonly velocity: number[];
  readonly torque: number[];
}

function refused(doing: string, type: string, bytes: number, status: number, maxBytes: number): SerializationError {
  const length = bytes === 0 ? "" : ` of ${bytes} bytes`;
  return new SerializationError(
    type,
    `${doing} a ${type}${length}: it is ${codecStatusText(status)}; wanted a ${type} of at most ${maxBytes} bytes`,
  );
}

function oneFilled({ position, velocity, torque }: Vectors): boolean {
  return Number(position.length > 0) + Number(velocity.length > 0) + Number(torque.length > 0) === 1;
}

function pack(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(values).buffer);
}

/** Numbers from bytes that lie anywhere in a message. */
function unpack(bytes: Uint8Array): number[] {
  return [...new Float64Array(bytes.slice().buffer)];
}

function packVectors({ position, velocity, torque }: Vectors) {
  return { position: pack(position), velocity: pack(velocity), torque: pack(torque) };
}

function packState(state: State) {
  return {
    ...packVectors(state),
    bodySensors: state.bodySensors.map(({ name, orientation, angularVelocity, linearAcceleration }): PackedSensor => ({
      name,
      parts: [orientation, angularVelocity, linearAcceleration].map(pack),
    })),
    forceSensors: state.forceSensors.map(({ name, force, torque }): PackedSensor => ({
      name,
      parts: [force, torque].map(pack),
    })),
    stamp: state.stamp,
  };
}

function readState(bytes: Uint8Array): State | CodecStatus {
  const read = protobufMessages.readState(bytes);
  if (typeof read === "number") return read;
  const state: State = {
    position: unpack(read.position),
    velocity: unpack(read.velocity),
    torque: unpack(read.torque),
    bodySensors: read.bodySensors.map(({ name, parts: [orientation, angularVelocity, linearAcceleration] }) => ({
      name,
      orientation: orElse(orientation, [1, 0, 0, 0]),
      angularVelocity: orElse(angularVelocity, [0, 0, 0]),
      linearAcceleration: orElse(linearAcceleration, [0, 0, 0]),
    })),
    forceSensors: read.forceSensors.map(({ name, parts: [force, torque] }) => ({
      name,
      force: orElse(force, [0, 0, 0]),
      torque: orElse(torque, [0, 0, 0]),
    })),
    stamp: read.stamp,
  };
  checkMessage.sensorNames("reading", state);
  return state;
}

function readCommand(bytes: Uint8Array): Command | CodecStatus {
  const read = protobufMessages.readCommand(bytes);
  if (typeof read === "number") return read;
  const command: Command = {
    kp: read.kp,
    kd: read.kd,
    position: unpack(read.position),
    velocity: unpack(read.velocity),
    torque: unpack(read.torque),
    stateStamp: read.stateStamp,
    stateHold: read.stateHold,
  };
  return oneFilled(command) ? command : CodecStatus.NotOneVector;
}

/** Absent or empty sensor vectors read as "not turned" or zero, as in the control loops. */
function orElse(bytes: Uint8Array, otherwise: number[]): number[] {
  return bytes.length === 0 ? otherwise : unpack(bytes);
}
