import { shorten } from "./shorten.ts";
import type { StyledLine, StyledPart } from "./styled_line.ts";
import { textWidth } from "./text_width.ts";

const CODES: Readonly<Record<NonNullable<StyledPart["tone"]>, string>> = {
  warn: "33",
  bad: "31",
  strong: "1",
  dim: "2",
};

/** A line in at most `columns` columns, with colours when `colour` is set, without blanks at its end. */
export function paintLine(line: StyledLine, columns: number, colour: boolean): string {
  const isLong = textWidth(line.map(({ text }) => text).join("").trimEnd()) > columns;
  let rest = columns;
  let painted = "";
  for (const [index, part] of line.entries()) {
    if (rest <= 0) break;
    const behind = line.slice(index + 1).map(({ text }) => text).join("").trimEnd();
    const own = behind === "" ? part.text.trimEnd() : part.text;
    // The part in which the line ends shows that there was more.
    const text = isLong && textWidth(own) + (behind === "" ? 0 : 1) > rest ? shorten(own + behind, rest) : own;
    rest -= textWidth(text);
    const code = part.tone === undefined ? "" : CODES[part.tone];
    painted += colour && code !== "" && text !== "" ? `\x1b[${code}m${text}\x1b[0m` : text;
  }
  return painted.trimEnd();
}
