import { Codec } from "../../wasm/codec.ts";
import { CodecStatus } from "../../wasm/codec_status.ts";
import { codecStatusText } from "../../wasm/codec_status_text.ts";
import type { CommandMessage } from "../../wasm/command_message.ts";
import type { StateMessage } from "../../wasm/state_message.ts";
import { checkMessage } from "./check_message.ts";
import { customMessage } from "./custom_message.ts";
import { FlatTable } from "./flat_table.ts";
import { type FlatField, FlatWriter } from "./flat_writer.ts";
import { MessageType } from "./message_type.ts";
import type { BodySensorData, Command, ForceSensorData, State } from "./messages.ts";
import { SerializationError } from "./serialization_error.ts";
import type { Serializer } from "./serializer.ts";

/** Room for one message when nothing else is asked for [bytes]: some 10000 joints. */
const DEFAULT_MESSAGE_BYTES = 262144;

/**
 * The wire format of the robots, for plain objects: any number of joints, sensors of any names. Everything is verified by the codec of
 * `wasm/` before it is read, and after it is written: what this serializer gives, every codec takes.
 */
export class FlatBufferSerializer implements Serializer {
  /** As in `network_interface.backend`. */
  readonly name = "flatbuffer";
  readonly #codec: Codec;
  readonly #state: StateMessage;
  readonly #command: CommandMessage;

  private constructor(codec: Codec) {
    this.#codec = codec;
    this.#state = codec.newState({ joints: 1 });
    this.#command = codec.newCommand({ joints: 1 });
  }

  /**
   * Loads the codec. `maxMessageBytes`: longest message, at most 1 MiB; 262144 by default.
   * Errors: `CodecError`, when its module is missing or the size is none.
   */
  static async load(options: { readonly maxMessageBytes?: number } = {}): Promise<FlatBufferSerializer> {
    const maxMessageBytes = options.maxMessageBytes ?? DEFAULT_MESSAGE_BYTES;
    return new FlatBufferSerializer(await Codec.load({ maxMessageBytes, arenaBytes: 8192 }));
  }

  /** See {@link Serializer.serialize}. A Command fills exactly one of its three vectors. */
  serialize<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array {
    switch (type.name) {
      case MessageType.State.name:
        return this.#write(type.name, stateFields(checkMessage.state(value as State)));
      case MessageType.Command.name:
        return this.#write(type.name, commandFields(checkMessage.command(value as Command)));
      case MessageType.Config.name:
        return this.#config("writing", () => this.#codec.encodeConfig(String(value)));
      default:
        return customMessage.serialize(type, value);
    }
  }

  /** See {@link Serializer.deserialize}. */
  deserialize<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T {
    switch (type.name) {
      case MessageType.State.name:
        this.#verify("reading", type.name, bytes);
        return readState(this.#root(bytes.length)) as T;
      case MessageType.Command.name:
        this.#verify("reading", type.name, bytes);
        return readCommand(this.#root(bytes.length)) as T;
      case MessageType.Config.name:
        return this.#config("reading", () => this.#codec.decodeConfig(bytes)) as T;
      default:
        return customMessage.deserialize(type, bytes);
    }
  }

  #write(type: string, fields: readonly FlatField[]): Uint8Array {
    const bytes = FlatWriter.message(fields);
    this.#verify("writing", type, bytes);
    return bytes;
  }

  /** Copies `bytes` to the inbox and checks them there. The message objects of this codec have one joint: more is no fault here. */
  #verify(doing: string, type: string, bytes: Uint8Array): void {
    const codec = this.#codec;
    let status: number = CodecStatus.TooLarge;
    if (bytes.length <= codec.inbox.capacity) {
      codec.inbox.bytes.set(bytes);
      status = type === MessageType.State.name
        ? codec.decodeState(this.#state, bytes.length)
        : codec.decodeCommand(this.#command, bytes.length);
    }
    if (status === CodecStatus.Ok || status === CodecStatus.TooManyJoints) return;
    throw new SerializationError(
      type,
      `${doing} a ${type} of ${bytes.length} bytes: it is ${codecStatusText(status)}; wanted a ${type} ` +
        `of at most ${codec.inbox.capacity} bytes`,
    );
  }

  /** The message that was verified: the copy in the inbox, which nobody can change. */
  #root(length: number): FlatTable {
    return FlatTable.root(this.#codec.inbox.bytes.subarray(0, length));
  }

  #config<T>(doing: string, work: () => T): T {
    try {
      return work();
    } catch (cause) {
      throw new SerializationError(
        MessageType.Config.name,
        `${doing} a configuration: ${(cause as Error).message}; wanted what both ends take for one`,
        { cause },
      );
    }
  }
}

function stateFields(state: State): FlatField[] {
  return [
    { kind: "doubles", values: state.position },
    { kind: "doubles", values: state.velocity },
    { kind: "doubles", values: state.torque },
    {
      kind: "tables",
      tables: state.bodySensors.map((sensor): FlatField[] => [
        { kind: "text", value: sensor.name },
        { kind: "doubles", values: sensor.orientation },
        { kind: "doubles", values: sensor.angularVelocity },
        { kind: "doubles", values: sensor.linearAcceleration },
      ]),
    },
    {
      kind: "tables",
      tables: state.forceSensors.map((sensor): FlatField[] => [
        { kind: "text", value: sensor.name },
        { kind: "doubles", values: sensor.force },
        { kind: "doubles", values: sensor.torque },
      ]),
    },
    { kind: "uint64", value: state.stamp },
  ];
}

function commandFields(command: Command): FlatField[] {
  return [
    { kind: "double", value: command.kp },
    { kind: "double", value: command.kd },
    { kind: "doubles", values: command.position },
    { kind: "doubles", values: command.velocity },
    { kind: "doubles", values: command.torque },
    { kind: "uint64", value: command.stateStamp },
    { kind: "uint64", value: command.stateHold },
  ];
}

function readState(root: FlatTable): State {
  const state: State = {
    position: root.doubles(0),
    velocity: root.doubles(1),
    torque: root.doubles(2),
    bodySensors: root.tables(3).map((sensor): BodySensorData => ({
      name: sensor.text(0),
      orientation: orElse(sensor.doubles(1), [1, 0, 0, 0]),
      angularVelocity: orElse(sensor.doubles(2), [0, 0, 0]),
      linearAcceleration: orElse(sensor.doubles(3), [0, 0, 0]),
    })),
    forceSensors: root.tables(4).map((sensor): ForceSensorData => ({
      name: sensor.text(0),
      force: orElse(sensor.doubles(1), [0, 0, 0]),
      torque: orElse(sensor.doubles(2), [0, 0, 0]),
    })),
    stamp: root.uint64(5),
  };
  checkMessage.sensorNames("reading", state);
  return state;
}

function readCommand(root: FlatTable): Command {
  return {
    kp: root.double(0),
    kd: root.double(1),
    position: root.doubles(2),
    velocity: root.doubles(3),
    torque: root.doubles(4),
    stateStamp: root.uint64(5),
    stateHold: root.uint64(6),
  };
}

/** Absent or empty sensor vectors read as "not turned" or zero, as in the control loops. */
function orElse(values: number[], otherwise: number[]): number[] {
  return values.length === 0 ? otherwise : values;
}
