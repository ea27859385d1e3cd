import { visible } from "./visible.ts";

const LONGEST = 60;

/** `text` in single quotes for a message: invisible characters are escaped, and long texts are cut. */
export function quoted(text: string): string {
  const characters = [...text];
  const shown = characters.length > LONGEST ? characters.slice(0, LONGEST).join("") + "…" : text;
  return `'${visible(shown)}'`;
}
