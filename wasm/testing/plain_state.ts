import type { StateMessage, StateShape } from "../state_message.ts";
import type { PlainState } from "./plain_message.ts";
import { stampWords } from "./stamp_words.ts";

/** Moves plain values into a StateMessage and out of it, for tests. */
export const plainState = {
  /** The shape that takes `plain`. */
  shapeOf(plain: PlainState): StateShape {
    return {
      joints: Math.max(1, plain.position.length, plain.velocity.length, plain.torque.length),
      bodySensors: plain.bodySensors.map((sensor) => sensor.name),
      forceSensors: plain.forceSensors.map((sensor) => sensor.name),
    };
  },
  /** Fills `message`; its sensors that `plain` does not have become not present. */
  write(message: StateMessage, plain: PlainState): void {
    message.position.set(plain.position);
    message.velocity.set(plain.velocity);
    message.torque.set(plain.torque);
    message.positionCount = plain.position.length;
    message.velocityCount = plain.velocity.length;
    message.torqueCount = plain.torque.length;
    for (const slot of message.bodySensors) {
      const from = plain.bodySensors.find((sensor) => sensor.name === slot.name);
      slot.present = from !== undefined;
      if (from === undefined) continue;
      slot.orientation.set(from.orientation);
      slot.angularVelocity.set(from.angularVelocity);
      slot.linearAcceleration.set(from.linearAcceleration);
    }
    for (const slot of message.forceSensors) {
      const from = plain.forceSensors.find((sensor) => sensor.name === slot.name);
      slot.present = from !== undefined;
      if (from === undefined) continue;
      slot.force.set(from.force);
      slot.torque.set(from.torque);
    }
    stampWords.write(message.stamp, plain.stamp);
  },
  /** What `message` holds now. */
  read(message: StateMessage): PlainState {
    return {
      position: [...message.position.subarray(0, message.positionCount)],
      velocity: [...message.velocity.subarray(0, message.velocityCount)],
      torque: [...message.torque.subarray(0, message.torqueCount)],
      bodySensors: message.bodySensors.filter((slot) => slot.present).map((slot) => ({
        name: slot.name,
        orientation: [...slot.orientation],
        angularVelocity: [...slot.angularVelocity],
        linearAcceleration: [...slot.linearAcceleration],
      })),
      forceSensors: message.forceSensors.filter((slot) => slot.present).map((slot) => ({
        name: slot.name,
        force: [...slot.force],
        torque: [...slot.torque],
      })),
      stamp: stampWords.read(message.stamp),
    };
  },
};
