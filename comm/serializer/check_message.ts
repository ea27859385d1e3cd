import type { Command, State } from "./messages.ts";
import { SerializationError } from "./serialization_error.ts";

const LARGEST_STAMP = 0xffff_ffff_ffff_ffffn;

/** Completes what was given for a State or a Command, and refuses what is none. */
export const checkMessage = {
  /** A whole State. Errors: `SerializationError`, with the field. */
  state(given: Partial<State>): State {
    const state: State = {
      position: numbers("State", "position", given.position),
      velocity: numbers("State", "velocity", given.velocity),
      torque: numbers("State", "torque", given.torque),
      bodySensors: (given.bodySensors ?? []).map((sensor) => ({
        name: sensorName(sensor.name),
        orientation: numbers("State", `orientation of '${sensor.name}'`, sensor.orientation, 4),
        angularVelocity: numbers("State", `angularVelocity of '${sensor.name}'`, sensor.angularVelocity, 3),
        linearAcceleration: numbers("State", `linearAcceleration of '${sensor.name}'`, sensor.linearAcceleration, 3),
      })),
      forceSensors: (given.forceSensors ?? []).map((sensor) => ({
        name: sensorName(sensor.name),
        force: numbers("State", `force of '${sensor.name}'`, sensor.force, 3),
        torque: numbers("State", `torque of '${sensor.name}'`, sensor.torque, 3),
      })),
      stamp: stamp("State", "stamp", given.stamp),
    };
    checkMessage.sensorNames("writing", state);
    return state;
  },

  /** A whole Command. Errors: `SerializationError`, with the field. */
  command(given: Partial<Command>): Command {
    return {
      kp: number("Command", "kp", given.kp ?? 0),
      kd: number("Command", "kd", given.kd ?? 0),
      position: numbers("Command", "position", given.position),
      velocity: numbers("Command", "velocity", given.velocity),
      torque: numbers("Command", "torque", given.torque),
      stateStamp: stamp("Command", "stateStamp", given.stateStamp),
      stateHold: stamp("Command", "stateHold", given.stateHold),
    };
  },

  /** Refuses a State in which two sensors of one kind have one name. `doing`: `reading` or `writing`. */
  sensorNames(doing: string, state: State): void {
    for (const sensors of [state.bodySensors, state.forceSensors]) {
      const seen = new Set<string>();
      for (const { name } of sensors) {
        if (name !== "" && seen.has(name)) {
          throw refused("State", `sensor '${name}'`, "is there twice", "it once", doing);
        }
        seen.add(name);
      }
    }
  },
};

function number(type: string, field: string, value: unknown): number {
  if (typeof value === "number") return value;
  throw refused(type, field, `is ${typeof value}`, "a number");
}

function numbers(type: string, field: string, values: readonly number[] | undefined, count?: number): number[] {
  const list = Array.from(values ?? [], (value, i) => number(type, `${field}[${i}]`, value));
  if (count === undefined || list.length === count) return list;
  throw refused(type, field, `has ${list.length} values`, String(count));
}

function stamp(type: string, field: string, value: bigint = 0n): bigint {
  if (typeof value === "bigint" && value >= 0n && value <= LARGEST_STAMP) return value;
  throw refused(type, field, `is ${value}`, "a bigint of at most 64 bits without sign");
}

function sensorName(name: string): string {
  if (typeof name === "string" && name !== "") return name;
  throw refused("State", "a sensor", "has no name", "one for each");
}

function refused(type: string, field: string, is: string, wanted: string, doing = "writing"): SerializationError {
  return new SerializationError(type, `${doing} a ${type}: ${field} ${is}; wanted ${wanted}`);
}
