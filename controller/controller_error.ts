/** A controller cannot be created: unknown name, or a section of the configuration that does not fit the robots. */
export class ControllerError extends Error {
  /** Name of the class. */
  override readonly name = "ControllerError";
  /** Controller name, as under `Controller:`. */
  readonly controller: string;

  /** `message`: failed action, colon, what is, what was wanted, what to do. */
  constructor(controller: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.controller = controller;
  }
}
