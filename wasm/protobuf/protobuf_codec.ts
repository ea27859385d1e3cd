import { BinaryWriter } from "@bufbuild/protobuf/wire";
import type { BodySensorSlot, ForceSensorSlot } from "../../schemas/robot_state.ts";
import { CodecArena } from "../codec_arena.ts";
import { CodecError } from "../codec_error.ts";
import { CODEC_LAYOUT } from "../codec_layout.ts";
import { type CodecOptions, codecSizes } from "../codec_sizes.ts";
import { CodecStatus } from "../codec_status.ts";
import { CommandMessage, type CommandShape } from "../command_message.ts";
import type { MessageBuffer } from "../message_buffer.ts";
import type { MessageCodec } from "../message_codec.ts";
import { StateMessage, type StateShape } from "../state_message.ts";
import { jointVectors } from "./joint_vectors.ts";
import { packedDoubles } from "./packed_doubles.ts";
import { packedStamp } from "./packed_stamp.ts";
import { type PackedSensor, protobufMessages } from "./protobuf_messages.ts";

/** What an absent vector of a sensor reads as: not turned, and zero. */
const BODY_REST = [[1, 0, 0, 0], [0, 0, 0], [0, 0, 0]];
const FORCE_REST = [[0, 0, 0], [0, 0, 0]];

/** A sensor of a State: its vectors in the order of the schema. */
interface KnownSensor {
  readonly slot: BodySensorSlot | ForceSensorSlot;
  readonly parts: readonly Float64Array[];
}

/** What the codec knows of a State that it has created. */
interface KnownState {
  readonly bodies: ReadonlyMap<string, KnownSensor>;
  readonly forces: ReadonlyMap<string, KnownSensor>;
  /** Number of unknown sensors, and length of the first one's name [bytes]. */
  readonly unknown: Uint32Array;
  readonly unknownName: Uint8Array;
}

/**
 * Encodes and decodes the messages on the wire as Protobuf, `schemas/mc_rtc_msgs.proto`, into the same message objects and with the same
 * verdicts as `Codec` does for FlatBuffers. Loaded only where `network_interface.backend: protobuf` asks for it.
 *
 * It allocates some hundred bytes a message, so a garbage collection may fall into a cycle; it neither throws nor waits. FlatBuffers is the
 * backend for loops that must not be late.
 */
export class ProtobufCodec implements MessageCodec {
  /** See {@link MessageCodec.inbox}. */
  readonly inbox: MessageBuffer;
  /** See {@link MessageCodec.outbox}. */
  readonly outbox: MessageBuffer;
  /** See {@link MessageCodec.outboxOffset}. */
  readonly outboxOffset: number = 0;
  readonly #arena: CodecArena;
  readonly #writer = new BinaryWriter();
  readonly #states = new WeakMap<StateMessage, KnownState>();

  /** Errors: `CodecError`, when the options are no sizes. */
  constructor(options: CodecOptions = {}) {
    const { arenaBytes, messageBytes } = codecSizes(options);
    const buffer = new ArrayBuffer(2 * messageBytes + arenaBytes);
    this.#arena = new CodecArena(buffer, 0);
    const box = (what: string): MessageBuffer => {
      const at = this.#arena.reserve(messageBytes, what);
      return {
        words: new Uint32Array(buffer, at, messageBytes / 4),
        bytes: new Uint8Array(buffer, at, messageBytes),
        capacity: messageBytes,
      };
    };
    this.inbox = box("the inbox");
    this.outbox = box("the outbox");
  }

  /** See {@link MessageCodec.newState}. */
  newState(shape: StateShape): StateMessage {
    const state = new StateMessage(this.#arena, shape);
    this.#checkFits("State", state.maxEncodedBytes);
    const { unknownCount, unknownName, bytes } = CODEC_LAYOUT.state;
    const bodies = state.bodySensors.map((slot) => ({
      slot,
      parts: [slot.orientation, slot.angularVelocity, slot.linearAcceleration],
    }));
    const forces = state.forceSensors.map((slot) => ({ slot, parts: [slot.force, slot.torque] }));
    this.#states.set(state, {
      bodies: byName(bodies),
      forces: byName(forces),
      unknown: new Uint32Array(this.#arena.buffer, state.address + unknownCount, 2),
      unknownName: new Uint8Array(this.#arena.buffer, state.address + unknownName, bytes - unknownName),
    });
    return state;
  }

  /** See {@link MessageCodec.newCommand}. */
  newCommand(shape: CommandShape): CommandMessage {
    const command = new CommandMessage(this.#arena, shape);
    this.#checkFits("Command", command.maxEncodedBytes);
    return command;
  }

  /** See {@link MessageCodec.encodeState}. */
  encodeState(message: StateMessage): number {
    const known = this.#states.get(message);
    if (known === undefined) return CodecStatus.ForeignMessage;
    if (!jointVectors.fit(message)) return CodecStatus.TooManyJoints;
    protobufMessages.writeState(this.#writer, {
      ...jointVectors.packed(message),
      bodySensors: presentSensors(known.bodies),
      forceSensors: presentSensors(known.forces),
      stamp: packedStamp.read(message.stamp),
    });
    return this.#send();
  }

  /** See {@link MessageCodec.decodeState}. */
  decodeState(message: StateMessage, length: number): number {
    const known = this.#states.get(message);
    if (known === undefined) return CodecStatus.ForeignMessage;
    message.receivedCounts.fill(0);
    if (length > this.inbox.capacity) return CodecStatus.TooLarge;
    const state = protobufMessages.readState(this.inbox.bytes.subarray(0, length));
    if (typeof state === "number") return state;
    jointVectors.count(message, state);
    if (isTwice(state.bodySensors, known.bodies) || isTwice(state.forceSensors, known.forces)) {
      return CodecStatus.DuplicateSensor;
    }
    if (!jointVectors.receivedFit(message)) return CodecStatus.TooManyJoints;

    jointVectors.read(message, state);
    packedStamp.write(message.stamp, state.stamp);
    known.unknown.fill(0);
    readSensors(state.bodySensors, known.bodies, BODY_REST, known);
    readSensors(state.forceSensors, known.forces, FORCE_REST, known);
    return CodecStatus.Ok;
  }

  /** See {@link MessageCodec.encodeCommand}. */
  encodeCommand(message: CommandMessage): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    if (!jointVectors.fit(message)) return CodecStatus.TooManyJoints;
    const vectors = jointVectors.packed(message);
    if (!jointVectors.oneFilled(vectors)) return CodecStatus.NotOneVector;
    protobufMessages.writeCommand(this.#writer, {
      ...vectors,
      kp: message.kp,
      kd: message.kd,
      stateStamp: packedStamp.read(message.stateStamp),
      stateHold: packedStamp.read(message.stateHold),
    });
    return this.#send();
  }

  /** See {@link MessageCodec.decodeCommand}. */
  decodeCommand(message: CommandMessage, length: number): number {
    if (message.arena !== this.#arena) return CodecStatus.ForeignMessage;
    message.receivedCounts.fill(0);
    if (length > this.inbox.capacity) return CodecStatus.TooLarge;
    const command = protobufMessages.readCommand(this.inbox.bytes.subarray(0, length));
    if (typeof command === "number") return command;
    jointVectors.count(message, command);
    if (!jointVectors.oneFilled(command)) return CodecStatus.NotOneVector;
    if (!jointVectors.receivedFit(message)) return CodecStatus.TooManyJoints;

    jointVectors.read(message, command);
    message.kp = command.kp;
    message.kd = command.kd;
    packedStamp.write(message.stateStamp, command.stateStamp);
    packedStamp.write(message.stateHold, command.stateHold);
    return CodecStatus.Ok;
  }

  /** See {@link MessageCodec.encodeConfig}. */
  encodeConfig(text: string): Uint8Array {
    protobufMessages.writeConfig(this.#writer, text);
    const bytes = this.#writer.finish();
    if (bytes.length <= this.outbox.capacity) return bytes;
    throw new CodecError(
      `Cannot encode a configuration of ${text.length} characters: encoded it takes ${bytes.length} bytes, wanted at most ` +
        `${this.outbox.capacity}; shorten it or load the codec with a larger maxMessageBytes`,
    );
  }

  /** See {@link MessageCodec.decodeConfig}. */
  decodeConfig(bytes: Uint8Array): string {
    const text = bytes.length > this.inbox.capacity ? undefined : protobufMessages.readConfig(bytes);
    if (text !== undefined) return text;
    throw new CodecError(
      `Cannot decode a configuration of ${bytes.length} bytes: it is none in Protobuf, wanted a MessageConfig of at most ` +
        `${this.inbox.capacity} bytes; see that both programs speak the same protocol`,
    );
  }

  /** Puts what was written into the outbox; returns its length [bytes]. */
  #send(): number {
    const bytes = this.#writer.finish();
    if (bytes.length > this.outbox.capacity) return CodecStatus.TooLarge;
    this.outbox.bytes.set(bytes);
    return bytes.length;
  }

  #checkFits(what: string, maxBytes: number): void {
    if (maxBytes <= this.outbox.capacity) return;
    throw new CodecError(
      `Cannot create a ${what}: encoded it can take ${maxBytes} bytes, wanted at most ${this.outbox.capacity}; ` +
        "load the codec with a larger maxMessageBytes",
    );
  }
}

/** By the name as it comes back from the wire, where a lone surrogate is replaced. */
function byName(sensors: readonly KnownSensor[]): ReadonlyMap<string, KnownSensor> {
  return new Map(sensors.map((sensor) => [sensor.slot.name.toWellFormed(), sensor]));
}

function presentSensors(sensors: ReadonlyMap<string, KnownSensor>): PackedSensor[] {
  const present: PackedSensor[] = [];
  for (const [name, { slot, parts }] of sensors) {
    if (slot.present) present.push({ name, parts: parts.map((part) => packedDoubles(part)) });
  }
  return present;
}

function isTwice(sensors: readonly PackedSensor[], known: ReadonlyMap<string, KnownSensor>): boolean {
  const seen = new Set<string>();
  return sensors.some(({ name }) => {
    if (!known.has(name)) return false;
    if (seen.has(name)) return true;
    seen.add(name);
    return false;
  });
}

function readSensors(
  sensors: readonly PackedSensor[],
  known: ReadonlyMap<string, KnownSensor>,
  rest: readonly (readonly number[])[],
  { unknown, unknownName }: KnownState,
): void {
  for (const { slot } of known.values()) slot.present = false;
  for (const { name, parts } of sensors) {
    const sensor = known.get(name);
    if (sensor === undefined) {
      if (unknown[0]++ === 0) unknown[1] = new TextEncoder().encodeInto(name, unknownName).written;
      continue;
    }
    sensor.slot.present = true;
    sensor.parts.forEach((part, i) => {
      if (parts[i].length === 0) part.set(rest[i]);
      else packedDoubles(part).set(parts[i]);
    });
  }
}
