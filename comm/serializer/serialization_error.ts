/** A value cannot be written as a message, or bytes are no message of the wanted type. The message says why. */
export class SerializationError extends Error {
  /** Name of the class. */
  override readonly name = "SerializationError";
  /** Name of the message type. */
  readonly type: string;

  /** `type`: name of the message type. */
  constructor(type: string, message: string, options: ErrorOptions = {}) {
    super(message, options);
    this.type = type;
  }
}
