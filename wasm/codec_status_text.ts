import { CodecStatus } from "./codec_status.ts";

/** What a result of the codec means, in words for a log line. Lengths and 0 are "decoded" or "encoded"; allocates. */
export function codecStatusText(code: number): string {
  if (code >= 0) return "well-formed";
  switch (code) {
    case CodecStatus.Malformed:
      return "not a well-formed message";
    case CodecStatus.TooManyJoints:
      return "more joint values than the robot has joints";
    case CodecStatus.NotOneVector:
      return "not exactly one of position, velocity and torque is filled";
    case CodecStatus.TooLarge:
      return "longer than the largest message";
    case CodecStatus.WrongType:
      return "a message of the other type (State and Command mixed up)";
    case CodecStatus.DuplicateSensor:
      return "one sensor appears twice";
    case CodecStatus.ForeignMessage:
      return "the message object belongs to another codec";
    default:
      return `unknown codec status ${code}`;
  }
}
