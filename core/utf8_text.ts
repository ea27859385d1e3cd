/** The text that `bytes` are in UTF-8, every character of it: also a byte order mark at the start, which `TextDecoder` drops otherwise. */
export function utf8Text(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}
