/**
 * Results of the codec's real-time functions: 0 or a length in bytes when it went well, otherwise one of these negative numbers.
 * The same numbers stand in `codec.cpp`.
 */
export const CodecStatus = {
  /** The message was decoded. */
  Ok: 0,
  /** Not a message of this type: the verifier or the structure checks refuse it. */
  Malformed: -1,
  /** A joint vector has more values than the message was created for. */
  TooManyJoints: -2,
  /** A Command in which none or more than one of the three joint vectors is filled. */
  NotOneVector: -3,
  /** Longer than the inbox or the outbox. */
  TooLarge: -4,
  /** A State where a Command belongs, or a Command where a State belongs. */
  WrongType: -5,
  /** A State that carries one sensor twice. */
  DuplicateSensor: -6,
  /** The message object was created by another codec. */
  ForeignMessage: -7,
} as const;

/** One of the numbers of {@link CodecStatus}. */
export type CodecStatus = (typeof CodecStatus)[keyof typeof CodecStatus];
