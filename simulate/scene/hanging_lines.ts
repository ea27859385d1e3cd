import { visible } from "../../core/visible.ts";
import { wrapText } from "../../viewer/wrap_text.ts";

/** A line of a report in lines of at most `columns` columns, but for longer words; they go on two columns further to the right than it begins. */
export function hangingLines(text: string, columns: number): string[] {
  const [indent] = /^ */.exec(text)!;
  const [first, ...rest] = wrapText(visible(text.slice(indent.length)), columns - indent.length - 2);
  return [indent + first, ...rest.map((line) => `${indent}  ${line}`)];
}
