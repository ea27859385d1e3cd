/** A driver cannot be created: wrong configuration, robot not reachable, model that does not fit. The text goes to the manager as `ERROR: <message>`. */
export class DriverError extends Error {
  override readonly name = "DriverError";
  /** Driver class, e.g. `RobotDriverMuJoCo`. */
  readonly driver: string;
  /** What others may be told, where the message quotes the content of a file: a query from the network names the file, and must not read it. */
  readonly publicText: string;

  /** `message`: failed action, colon, what is, what was wanted, what to do. */
  constructor(driver: string, message: string, options?: ErrorOptions & { publicText?: string }) {
    super(message, options);
    this.driver = driver;
    this.publicText = options?.publicText ?? message;
  }
}
