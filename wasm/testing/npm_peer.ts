import { Builder, ByteBuffer, Encoding } from "flatbuffers";
import { utf8Text } from "../../core/utf8_text.ts";
import type { PlainBodySensor, PlainCommand, PlainForceSensor, PlainState } from "./plain_message.ts";

/** How a peer that is not our codec may write the same message. */
export interface NpmPeerOptions {
  /** Order in which the fields of the root are added, by field id; descending by default. It decides where they lie. */
  readonly order?: readonly number[];
  /** Fields of the root that are left out, by field id. */
  readonly omit?: readonly number[];
  /** Writes scalars that are zero, too. */
  readonly forceDefaults?: boolean;
}

const FIELD_COUNT = { state: 6, command: 7 } as const;

/**
 * The wire messages by the npm package `flatbuffers`: an implementation that shares nothing with the codec. It verifies nothing, so
 * it is for tests and comparisons.
 */
export const npmPeer = {
  /** Encodes a State. */
  encodeState(state: PlainState, options: NpmPeerOptions = {}): Uint8Array {
    const builder = new Builder(256);
    builder.forceDefaults(options.forceDefaults ?? false);
    const vectors = [state.position, state.velocity, state.torque].map((values) => doubles(builder, values));
    const bodies = state.bodySensors.map((sensor) => bodySensor(builder, sensor));
    const forces = state.forceSensors.map((sensor) => forceSensor(builder, sensor));
    const offsets = [...vectors, offsetVector(builder, bodies), offsetVector(builder, forces)];
    builder.startObject(FIELD_COUNT.state);
    for (const field of fieldOrder(FIELD_COUNT.state, options)) {
      if (field < 5) builder.addFieldOffset(field, offsets[field], 0);
      else builder.addFieldInt64(field, state.stamp, 0n);
    }
    builder.finish(builder.endObject());
    return builder.asUint8Array().slice();
  },

  /** Encodes a Command. */
  encodeCommand(command: PlainCommand, options: NpmPeerOptions = {}): Uint8Array {
    const builder = new Builder(256);
    builder.forceDefaults(options.forceDefaults ?? false);
    const vectors = [command.position, command.velocity, command.torque].map((values) => doubles(builder, values));
    builder.startObject(FIELD_COUNT.command);
    for (const field of fieldOrder(FIELD_COUNT.command, options)) {
      if (field < 2) builder.addFieldFloat64(field, field === 0 ? command.kp : command.kd, 0);
      else if (field < 5) builder.addFieldOffset(field, vectors[field - 2], 0);
      else builder.addFieldInt64(field, field === 5 ? command.stateStamp : command.stateHold, 0n);
    }
    builder.finish(builder.endObject());
    return builder.asUint8Array().slice();
  },

  /** Reads a State. */
  decodeState(bytes: Uint8Array): PlainState {
    const root = Table.root(bytes);
    return {
      position: root.doubles(0),
      velocity: root.doubles(1),
      torque: root.doubles(2),
      bodySensors: root.tables(3).map((sensor) => ({
        name: sensor.text(0) ?? "",
        orientation: sensor.doubles(1),
        angularVelocity: sensor.doubles(2),
        linearAcceleration: sensor.doubles(3),
      })),
      forceSensors: root.tables(4).map((sensor) => ({
        name: sensor.text(0) ?? "",
        force: sensor.doubles(1),
        torque: sensor.doubles(2),
      })),
      stamp: root.uint64(5),
    };
  },

  /** Reads a Command. */
  decodeCommand(bytes: Uint8Array): PlainCommand {
    const root = Table.root(bytes);
    return {
      kp: root.double(0),
      kd: root.double(1),
      position: root.doubles(2),
      velocity: root.doubles(3),
      torque: root.doubles(4),
      stateStamp: root.uint64(5),
      stateHold: root.uint64(6),
    };
  },

  /** Reads the text of a configuration message; undefined when it has none. */
  decodeConfig(bytes: Uint8Array): string | undefined {
    return Table.root(bytes).text(0);
  },

  /** Encodes a configuration message. */
  encodeConfig(text: string | Uint8Array): Uint8Array {
    const builder = new Builder(256);
    const offset = builder.createString(text);
    builder.startObject(1);
    builder.addFieldOffset(0, offset, 0);
    builder.finish(builder.endObject());
    return builder.asUint8Array().slice();
  },
};

/** A table at a position of a buffer, read by field id. */
class Table {
  readonly #buffer: ByteBuffer;
  readonly #position: number;

  constructor(buffer: ByteBuffer, position: number) {
    this.#buffer = buffer;
    this.#position = position;
  }

  static root(bytes: Uint8Array): Table {
    const buffer = new ByteBuffer(bytes);
    return new Table(buffer, buffer.readInt32(buffer.position()) + buffer.position());
  }

  double(field: number): number {
    const at = this.#at(field);
    return at === 0 ? 0 : this.#buffer.readFloat64(at);
  }

  uint64(field: number): bigint {
    const at = this.#at(field);
    return at === 0 ? 0n : this.#buffer.readUint64(at);
  }

  text(field: number): string | undefined {
    const at = this.#at(field);
    return at === 0 ? undefined : utf8Text(this.#buffer.__string(at, Encoding.UTF8_BYTES) as Uint8Array);
  }

  doubles(field: number): number[] {
    const at = this.#at(field);
    if (at === 0) return [];
    const start = this.#buffer.__vector(at);
    return Array.from({ length: this.#buffer.__vector_len(at) }, (_, i) => this.#buffer.readFloat64(start + 8 * i));
  }

  tables(field: number): Table[] {
    const at = this.#at(field);
    if (at === 0) return [];
    const start = this.#buffer.__vector(at);
    return Array.from(
      { length: this.#buffer.__vector_len(at) },
      (_, i) => new Table(this.#buffer, this.#buffer.__indirect(start + 4 * i)),
    );
  }

  #at(field: number): number {
    const offset = this.#buffer.__offset(this.#position, 4 + 2 * field);
    return offset === 0 ? 0 : this.#position + offset;
  }
}

function fieldOrder(count: number, options: NpmPeerOptions): number[] {
  const order = options.order ?? Array.from({ length: count }, (_, i) => count - 1 - i);
  return order.filter((field) => !options.omit?.includes(field));
}

function doubles(builder: Builder, values: readonly number[]): number {
  builder.startVector(8, values.length, 8);
  for (let i = values.length - 1; i >= 0; i--) builder.addFloat64(values[i]);
  return builder.endVector();
}

function offsetVector(builder: Builder, offsets: readonly number[]): number {
  builder.startVector(4, offsets.length, 4);
  for (let i = offsets.length - 1; i >= 0; i--) builder.addOffset(offsets[i]);
  return builder.endVector();
}

function bodySensor(builder: Builder, sensor: PlainBodySensor): number {
  const name = builder.createString(sensor.name);
  const orientation = doubles(builder, sensor.orientation);
  const angular = doubles(builder, sensor.angularVelocity);
  const linear = doubles(builder, sensor.linearAcceleration);
  builder.startObject(4);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldOffset(1, orientation, 0);
  builder.addFieldOffset(2, angular, 0);
  builder.addFieldOffset(3, linear, 0);
  return builder.endObject();
}

function forceSensor(builder: Builder, sensor: PlainForceSensor): number {
  const name = builder.createString(sensor.name);
  const force = doubles(builder, sensor.force);
  const torque = doubles(builder, sensor.torque);
  builder.startObject(3);
  builder.addFieldOffset(0, name, 0);
  builder.addFieldOffset(1, force, 0);
  builder.addFieldOffset(2, torque, 0);
  return builder.endObject();
}
