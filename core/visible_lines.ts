import { visible } from "./visible.ts";

/**
 * `text` of one or several lines, with every invisible character in them escaped. `indent` begins each line but the first: with blanks, no line of a text from
 * elsewhere can be taken for one of the log.
 */
export function visibleLines(text: string, indent = ""): string {
  // Nearly all texts are of this kind.
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text.split("\n").map(visible).join(`\n${indent}`);
}
