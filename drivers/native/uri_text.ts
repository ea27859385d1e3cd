/** The text of a buffer that a C function has filled; control characters but line feed and tab are left out, for logs and terminals. */
export function uriText(buffer: Uint8Array): string {
  const end = buffer.indexOf(0);
  const text = new TextDecoder().decode(buffer.subarray(0, end < 0 ? buffer.length : end));
  // deno-lint-ignore no-control-regex -- that is what is left out
  return text.replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, "").trimEnd();
}
