import type { StyledLine } from "./styled_line.ts";

/** A part of the display, from top to bottom. */
export interface Section {
  /** Its lines. */
  readonly lines: readonly StyledLine[];
  /** Sections with small numbers are left out first when the terminal is not high enough. */
  readonly keep: number;
  /** What stands for lines that are left out, where a part of the section may be; absent: all of it or nothing is shown. */
  readonly more?: (hidden: number) => StyledLine;
  /** So many of its first lines are worth more, and have a `keep` of their own; only with `more`. */
  readonly core?: { readonly lines: number; readonly keep: number };
}
