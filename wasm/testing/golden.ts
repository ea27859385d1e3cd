import type { PlainCommand, PlainState } from "./plain_message.ts";

interface JsonSensor {
  name?: string;
  orientation?: number[];
  angular_velocity?: number[];
  linear_acceleration?: number[];
  force?: number[];
  torque?: number[];
}

interface JsonMessage {
  kp?: number;
  kd?: number;
  position?: number[];
  velocity?: number[];
  torque?: number[];
  body_sensors?: JsonSensor[];
  force_sensors?: JsonSensor[];
  stamp?: string;
  state_stamp?: string;
  state_hold?: string;
  config?: string;
}

const folder = new URL("../../schemas/golden/", import.meta.url);

/** Reads the golden messages of `schemas/golden/`: the JSON that `flatc` made them from, and their bytes. */
export const golden = {
  /** Names of all golden messages, sorted; each has a `.json` and a `.bin`. */
  names(): string[] {
    const files = [...Deno.readDirSync(folder)].map((entry) => entry.name);
    return files.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5)).sort();
  },
  /** The message as FlatBuffers' compiler encodes it. */
  bytes(name: string): Uint8Array {
    return Deno.readFileSync(new URL(`${name}.bin`, folder));
  },
  /** The message as Protobuf's compiler encodes it. */
  protobufBytes(name: string): Uint8Array {
    return Deno.readFileSync(new URL(`protobuf/${name}.bin`, folder));
  },
  /** The JSON text. */
  json(name: string): string {
    return Deno.readTextFileSync(new URL(`${name}.json`, folder));
  },
  /** A State from its JSON. Vectors that are absent are empty; those of sensors have what the codec reads in their place. */
  state(json: string): PlainState {
    const message = parse(json);
    return {
      position: message.position ?? [],
      velocity: message.velocity ?? [],
      torque: message.torque ?? [],
      bodySensors: (message.body_sensors ?? []).map((sensor) => ({
        name: sensor.name ?? "",
        orientation: filled(sensor.orientation, [1, 0, 0, 0]),
        angularVelocity: filled(sensor.angular_velocity, [0, 0, 0]),
        linearAcceleration: filled(sensor.linear_acceleration, [0, 0, 0]),
      })),
      forceSensors: (message.force_sensors ?? []).map((sensor) => ({
        name: sensor.name ?? "",
        force: filled(sensor.force, [0, 0, 0]),
        torque: filled(sensor.torque, [0, 0, 0]),
      })),
      stamp: BigInt(message.stamp ?? 0),
    };
  },
  /** A Command from its JSON. */
  command(json: string): PlainCommand {
    const message = parse(json);
    return {
      kp: message.kp ?? 0,
      kd: message.kd ?? 0,
      position: message.position ?? [],
      velocity: message.velocity ?? [],
      torque: message.torque ?? [],
      stateStamp: BigInt(message.state_stamp ?? 0),
      stateHold: BigInt(message.state_hold ?? 0),
    };
  },
  /** The text of a configuration message from its JSON. */
  config(json: string): string {
    return parse(json).config ?? "";
  },
};

/** 64-bit numbers become texts first: JSON numbers would lose their last digits. */
function parse(json: string): JsonMessage {
  return JSON.parse(json.replace(/("(?:stamp|state_stamp|state_hold)"\s*:\s*)(\d+)/g, '$1"$2"'));
}

function filled(values: number[] | undefined, otherwise: number[]): number[] {
  return values === undefined || values.length === 0 ? otherwise : values;
}
