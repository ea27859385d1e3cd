/** A part of a line that is shown in one way. */
export interface StyledPart {
  /** The characters, without control characters. */
  readonly text: string;
  /** `warn`: yellow; `bad`: red; `strong`: bold; `dim`: grey. */
  readonly tone?: "warn" | "bad" | "strong" | "dim";
}

/** A line of text, before it is cut to the terminal and coloured. */
export type StyledLine = readonly StyledPart[];
