/** A task cannot do its work; the text tells why and what to do. Shown as one line. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}
