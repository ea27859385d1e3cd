import type { Section } from "./section.ts";
import type { StyledLine } from "./styled_line.ts";

/** The lines of all sections, in their order, in at most `rows` lines. */
export function fitSections(sections: readonly Section[], rows: number): StyledLine[] {
  const kept = sections.map(({ lines }) => [...lines]);
  const excess = () => kept.reduce((sum, lines) => sum + lines.length, 0) - rows;
  const order = sections.map((_, index) => index).toSorted((a, b) => sections[a].keep - sections[b].keep);
  /** Sections of which but the line is left that says so. */
  const hidden: number[] = [];
  for (const index of order) {
    const over = excess();
    if (over <= 0) break;
    const { lines, more } = sections[index];
    // Such lines are worth less than what would have to go now.
    if (hidden.length >= over) break;
    if (more === undefined) kept[index] = [];
    else if (lines.length > 1) {
      const shown = Math.max(0, lines.length - over - 1);
      kept[index] = [...lines.slice(0, shown), more(lines.length - shown)];
      if (shown === 0) hidden.push(index);
    }
  }
  for (const index of [...hidden, ...order]) if (excess() > 0) kept[index] = [];
  return kept.flat();
}
