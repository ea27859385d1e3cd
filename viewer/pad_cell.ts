import { shorten } from "./shorten.ts";
import { textWidth } from "./text_width.ts";

/** `text` in exactly `width` columns of a terminal: shortened, or filled up with blanks behind it. */
export function padCell(text: string, width: number): string {
  const short = shorten(text, width);
  return short + " ".repeat(Math.max(0, width - textWidth(short)));
}
