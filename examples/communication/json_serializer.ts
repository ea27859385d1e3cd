import {
  type Command,
  customMessage,
  MessageType,
  SerializationError,
  type Serializer,
  serializerRegistry,
  type State,
} from "../../comm/mod.ts";

/** A serializer of one's own: text that people can read. 64-bit stamps are written as text, so that no digit is lost. */
export class JsonSerializer implements Serializer {
  readonly name = "json";

  serialize<T, Given>(type: MessageType<T, Given>, value: Given): Uint8Array {
    const known = KNOWN[type.name];
    if (known === undefined) return customMessage.serialize(type, value);
    const message = { type: type.name, value: known(value) };
    const text = JSON.stringify(message, (_, each) => typeof each === "bigint" ? `${each}` : each);
    return new TextEncoder().encode(text);
  }

  deserialize<T, Given>(type: MessageType<T, Given>, bytes: Uint8Array): T {
    const known = KNOWN[type.name];
    if (known === undefined) return customMessage.deserialize(type, bytes);
    try {
      const message = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
      if (message.type === type.name) return known(message.value) as T;
    } catch (cause) {
      throw new SerializationError(type.name, `reading a ${type.name}: ${(cause as Error).message}`, { cause });
    }
    throw new SerializationError(type.name, `reading a ${type.name}: it is a message of another type`);
  }
}

/** What makes a whole message from one that was given or read; it throws when that is none. */
const KNOWN: { readonly [type: string]: (given: unknown) => unknown } = {
  [MessageType.State.name](given): State {
    const state = given as Partial<State>;
    return {
      position: numbers(state.position),
      velocity: numbers(state.velocity),
      torque: numbers(state.torque),
      bodySensors: (state.bodySensors ?? []).map((sensor) => ({
        name: `${sensor.name}`,
        orientation: numbers(sensor.orientation),
        angularVelocity: numbers(sensor.angularVelocity),
        linearAcceleration: numbers(sensor.linearAcceleration),
      })),
      forceSensors: (state.forceSensors ?? []).map((sensor) => ({
        name: `${sensor.name}`,
        force: numbers(sensor.force),
        torque: numbers(sensor.torque),
      })),
      stamp: BigInt(state.stamp ?? 0),
    };
  },
  [MessageType.Command.name](given): Command {
    const command = given as Partial<Command>;
    return {
      kp: Number(command.kp ?? 0),
      kd: Number(command.kd ?? 0),
      position: numbers(command.position),
      velocity: numbers(command.velocity),
      torque: numbers(command.torque),
      stateStamp: BigInt(command.stateStamp ?? 0),
      stateHold: BigInt(command.stateHold ?? 0),
    };
  },
  [MessageType.Config.name]: (given) => {
    if (typeof given === "string") return given;
    throw new SerializationError(MessageType.Config.name, `use as a configuration: it is ${typeof given}; wanted text`);
  },
};

function numbers(values: readonly number[] = []): number[] {
  if (values.every((value) => typeof value === "number")) return [...values];
  throw new SerializationError("numbers", "use as numbers: one of them is none; wanted numbers alone");
}

/** Makes `backend: json` known. The result takes it back. */
export function registerJsonSerializer(): () => void {
  return serializerRegistry.register("json", () => new JsonSerializer());
}
