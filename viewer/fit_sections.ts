import type { Section } from "./section.ts";
import type { StyledLine } from "./styled_line.ts";

/** The lines of all sections, in their order, in at most `rows` lines. */
export function fitSections(sections: readonly Section[], rows: number): StyledLine[] {
  const kept = sections.map(({ lines }) => [...lines]);
  const excess = () => kept.reduce((sum, lines) => sum + lines.length, 0) - rows;
  const turns = sections.flatMap(({ keep, core }, index) =>
    core === undefined
      ? [{ index, keep, least: 0 }]
      : [{ index, keep, least: core.lines }, { index, keep: core.keep, least: 0 }]
  ).toSorted((a, b) => a.keep - b.keep);
  /** Sections of which but the line is left that says so. */
  const hidden: number[] = [];
  for (const { index, least } of turns) {
    const over = excess();
    if (over <= 0) break;
    // Such lines are worth less than what would have to go now.
    if (hidden.length >= over) break;
    const { lines, more } = sections[index];
    if (more === undefined) kept[index] = [];
    else if (lines.length > least + 1) {
      const shown = Math.max(least, kept[index].length - over - 1);
      kept[index] = [...lines.slice(0, shown), more(lines.length - shown)];
      if (shown === 0) hidden.push(index);
    }
  }
  for (const index of [...hidden, ...turns.map((turn) => turn.index)]) if (excess() > 0) kept[index] = [];
  return kept.flat();
}
