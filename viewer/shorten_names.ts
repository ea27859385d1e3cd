import { shorten } from "./shorten.ts";
import { textWidth } from "./text_width.ts";

/**
 * Names in at most `width` columns of a terminal each, shortened so that they can still be told apart: at the end, in the middle or at the start, whichever
 * does it first; with their number in front where none does.
 */
export function shortenNames(names: readonly string[], width: number): string[] {
  if (names.every((name) => textWidth(name) <= width)) return [...names];
  const distinct = new Set(names).size;
  for (const way of [shorten, shortenMiddle, shortenStart]) {
    const short = names.map((name) => way(name, width));
    if (new Set(short).size === distinct) return short;
  }
  return names.map((name, index) => shorten(`${index} ${name}`, width));
}

function shortenMiddle(name: string, width: number): string {
  if (textWidth(name) <= width) return name;
  const tail = Math.floor((width - 1) / 2);
  return shorten(name, width - tail) + lastPart(name, tail);
}

function shortenStart(name: string, width: number): string {
  return textWidth(name) <= width ? name : `…${lastPart(name, width - 1)}`;
}

/** The end of `name`, in at most `width` columns. */
function lastPart(name: string, width: number): string {
  let part = "";
  for (const character of [...name].reverse()) {
    if (textWidth(character + part) > width) break;
    part = character + part;
  }
  return part;
}
