/**
 * Why the gate before the driver refused a command, as the loop counts it. 0 is "accepted", everything else a refusal. The first
 * five refusals are found by whoever receives and decodes the message; the others by the {@link CommandGate}.
 */
export const GateReason = {
  /** The command may go to the driver. */
  Accepted: 0,
  /** The bytes are no message that passes the verifier. */
  Malformed: 1,
  /** The bytes are a message of another type, e.g. a State. */
  WrongType: 2,
  /** None or several of the three vectors are filled. */
  NotOneVector: 3,
  /** The command, or the State that it answers, was too long on its way. */
  TooOld: 4,
  /** The command comes from another manager than the one that initialised this interface. */
  Foreign: 5,
  /** Another vector than the one of the configured mode is filled, or that one is empty. */
  WrongMode: 6,
  /** The vector has not one value per joint. */
  WrongLength: 7,
  /** A value, or a gain, is NaN or infinite. */
  NotFinite: 8,
  /** A value is beyond the joint's limit. */
  OutOfLimits: 9,
  /** The first position target after a gap does not start from the measured position. */
  FirstTargetJump: 10,
  /** After a refused jump the targets are near the measured position, but not for long enough yet. */
  NotSettled: 11,
} as const;

/** Names of the reasons for logs and reports, by code. They do not change between versions. */
export const GATE_REASONS: readonly string[] = [
  "accepted",
  "malformed",
  "wrong_type",
  "not_one_vector",
  "too_old",
  "foreign",
  "wrong_mode",
  "wrong_length",
  "not_finite",
  "out_of_limits",
  "first_target_jump",
  "not_settled",
];
