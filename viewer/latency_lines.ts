import type { StyledLine } from "./styled_line.ts";
import type { Span, ViewWindow } from "./view_window.ts";

/** The figures of a window as three lines of text for a terminal of `columns` columns. */
export function latencyLines(window: ViewWindow, columns: number): StyledLine[] {
  const { cycles, rateHz, sync, period } = window;
  const rate = rateHz === undefined ? "n/a" : rateHz.toFixed(1);
  const isNarrow = columns < 60;
  const title = `Latency (${cycles} cycles, ${rate} Hz)`;
  const row = (name: string, span: Span | undefined): StyledLine => {
    if (span === undefined) return [{ text: `${name}  n/a` }];
    const [min, avg, max] = [span.min, span.avg, span.max].map((us) => us.toFixed(1));
    if (isNarrow) return [{ text: `${name}${min} | ${avg} | ${max}` }];
    return [{ text: `${name}${min.padStart(10)} | ${avg.padStart(10)} | ${max.padStart(10)} us` }];
  };
  return [
    [{ text: title, tone: "strong" }, { text: isNarrow ? "  us" : "   min | avg | max", tone: "dim" }],
    row(isNarrow ? "sync() " : "sync()       ", sync),
    row(isNarrow ? "period " : "cycle period ", period),
  ];
}
