/** MuJoCo's text of an error on one line, without what its WebAssembly build puts in front of it. */
export function mujocoText(text: string): string {
  return text.replace(/^MuJoCo Error: /, "").trim().replace(/\s*\n\s*/g, "; ");
}
