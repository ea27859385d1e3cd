/** An init query is refused. The message is one line, to be answered after `ERROR: `. */
export class InitConfigError extends Error {
  /** Always `InitConfigError`. */
  override readonly name = "InitConfigError";
}
