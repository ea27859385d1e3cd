import { textWidth } from "./text_width.ts";

/** `text` in at most `width` columns of a terminal; what was cut off at its end is shown by an ellipsis. */
export function shorten(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  if (width < 1) return "";
  let short = "";
  for (const character of text) {
    if (textWidth(short + character) > width - 1) break;
    short += character;
  }
  return `${short}…`;
}
