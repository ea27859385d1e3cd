import type { CommandMessage } from "../command_message.ts";
import type { StateMessage } from "../state_message.ts";
import { packedDoubles } from "./packed_doubles.ts";

/** The three joint vectors of a message on the wire, as little-endian doubles; an absent one has no bytes. */
export interface JointVectors {
  /** Joint positions [rad or m]. */
  readonly position: Uint8Array;
  /** Joint velocities [rad/s or m/s]. */
  readonly velocity: Uint8Array;
  /** Joint torques [Nm or N]. */
  readonly torque: Uint8Array;
}

/** Moves the joint vectors between the wire and a message object. */
export const jointVectors = {
  /** Those of a message; views of its memory. */
  packed(message: StateMessage | CommandMessage): JointVectors {
    return {
      position: packedDoubles(message.position, message.positionCount),
      velocity: packedDoubles(message.velocity, message.velocityCount),
      torque: packedDoubles(message.torque, message.torqueCount),
    };
  },

  /** True when the message says of none of them that it is longer than there is room for. */
  fit({ position, positionCount, velocityCount, torqueCount }: StateMessage | CommandMessage): boolean {
    const fits = (count: number) => count >= 0 && count <= position.length;
    return fits(positionCount) && fits(velocityCount) && fits(torqueCount);
  },

  /** Notes how many values have come. */
  count({ receivedCounts }: StateMessage | CommandMessage, { position, velocity, torque }: JointVectors): void {
    receivedCounts[0] = position.length / 8;
    receivedCounts[1] = velocity.length / 8;
    receivedCounts[2] = torque.length / 8;
  },

  /** True when the message has room for what has come. */
  receivedFit({ position, receivedCounts }: StateMessage | CommandMessage): boolean {
    return receivedCounts.every((count) => count <= position.length);
  },

  /** Takes what has come, for which there must be room. */
  read(message: StateMessage | CommandMessage, from: JointVectors): void {
    const [positions, velocities, torques] = message.receivedCounts;
    message.positionCount = positions;
    message.velocityCount = velocities;
    message.torqueCount = torques;
    packedDoubles(message.position, positions).set(from.position);
    packedDoubles(message.velocity, velocities).set(from.velocity);
    packedDoubles(message.torque, torques).set(from.torque);
  },

  /** True when exactly one of them is filled. */
  oneFilled({ position, velocity, torque }: JointVectors): boolean {
    return Number(position.length > 0) + Number(velocity.length > 0) + Number(torque.length > 0) === 1;
  },
};
