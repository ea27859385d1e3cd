/** The codec cannot be loaded, a message cannot be created for a shape, or a configuration text cannot be encoded or decoded. */
export class CodecError extends Error {
  /** Name of the class, for `switch` and for logs. */
  override readonly name = "CodecError";

  /** `message`: failed action, colon, what is, what was wanted, what to do. */
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
  }
}
