/** An init query is refused. The message is one line, to be answered after `ERROR: `. */
export class InitConfigError extends Error {
  override readonly name = "InitConfigError";
}
