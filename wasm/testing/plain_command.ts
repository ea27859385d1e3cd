import type { CommandMessage } from "../command_message.ts";
import type { PlainCommand } from "./plain_message.ts";
import { stampWords } from "./stamp_words.ts";

/** Moves plain values into a CommandMessage and out of it, for tests. */
export const plainCommand = {
  /** Number of joints that `plain` needs. */
  jointsOf(plain: PlainCommand): number {
    return Math.max(1, plain.position.length, plain.velocity.length, plain.torque.length);
  },
  /** Fills `message`. */
  write(message: CommandMessage, plain: PlainCommand): void {
    message.kp = plain.kp;
    message.kd = plain.kd;
    message.position.set(plain.position);
    message.velocity.set(plain.velocity);
    message.torque.set(plain.torque);
    message.positionCount = plain.position.length;
    message.velocityCount = plain.velocity.length;
    message.torqueCount = plain.torque.length;
    stampWords.write(message.stateStamp, plain.stateStamp);
    stampWords.write(message.stateHold, plain.stateHold);
  },
  /** What `message` holds now. */
  read(message: CommandMessage): PlainCommand {
    return {
      kp: message.kp,
      kd: message.kd,
      position: [...message.position.subarray(0, message.positionCount)],
      velocity: [...message.velocity.subarray(0, message.velocityCount)],
      torque: [...message.torque.subarray(0, message.torqueCount)],
      stateStamp: stampWords.read(message.stateStamp),
      stateHold: stampWords.read(message.stateHold),
    };
  },
};
