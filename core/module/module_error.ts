/** A module that somebody else has written cannot be loaded, or does not keep its contract. */
export class ModuleError extends Error {
  override readonly name = "ModuleError";
  /** The module, as an absolute path. */
  readonly path: string;

  /** `message`: failed action, colon, what is, what was wanted, what to do. */
  constructor(path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}
