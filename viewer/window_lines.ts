import { fitSections } from "./fit_sections.ts";
import { jointTable } from "./joint_table.ts";
import { latencyLines } from "./latency_lines.ts";
import { paintLine } from "./paint_line.ts";
import { printable } from "./printable.ts";
import type { Section } from "./section.ts";
import { sensorLines } from "./sensor_lines.ts";
import type { StyledLine } from "./styled_line.ts";
import { textWidth } from "./text_width.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { ViewWindow } from "./view_window.ts";
import { windowProblems } from "./window_problems.ts";
import { wrapText } from "./wrap_text.ts";

const RULE_WIDTH = 60;
/** So many joints are worth more than the header of their table and the figures. */
const FIRST_JOINTS = 8;

/** What the lines are made for. */
export interface Display {
  /** Columns; no line is longer. */
  readonly columns: number;
  /** Rows; there are no more lines. */
  readonly rows: number;
  /** Colours may be used. */
  readonly colour: boolean;
  /** Last line, e.g. how to end. */
  readonly footer?: string;
  /** Lines of the log since the display began, the latest last. */
  readonly log?: readonly string[];
}

/**
 * A window as lines of text: title, joints, sensors, figures, what is wrong. In a terminal that is not wide enough, columns and names are shortened; in
 * one that is not high enough, rules, sensors and joints are left out, which is said.
 */
export function windowLines(subject: ViewSubject, window: ViewWindow, display: Display): string[] {
  const { columns, rows, colour, footer, log = [] } = display;
  const table = jointTable(subject, window, columns);
  const rule: Section = {
    keep: 1,
    lines: [[{ text: "─".repeat(Math.min(columns, Math.max(RULE_WIDTH, table.width))), tone: "dim" }]],
  };
  const sensors = sensorLines(window, columns);
  const problems = windowProblems(subject, window).flatMap((text) => bad(text, columns));
  const logLines = log.map((text): StyledLine => [{ text: printable(text) }]);
  const divided = (isShown: boolean, part: Section) => isShown ? [rule, part] : [];
  const section = (keep: number, lines: readonly StyledLine[], what?: string): Section => ({
    keep,
    lines,
    ...(what === undefined ? {} : { more: (hidden: number) => [{ text: `… ${hidden} ${what}`, tone: "dim" }] }),
  });
  const parts: Section[] = [
    section(5, table.header),
    {
      ...section(4.5, table.rows),
      core: { lines: FIRST_JOINTS, keep: 7 },
      more: (hidden) => joints(table.rows, hidden),
    },
    ...divided(sensors.length > 0, section(3, sensors, "lines of sensors more")),
    ...divided(true, section(6, latencyLines(window, columns))),
    ...divided(problems.length > 0, section(8, problems, "lines of problems more")),
    ...divided(log.length > 0, section(4, logLines, "lines of the log more")),
    ...divided(footer !== undefined, section(2, [[{ text: footer ?? "", tone: "dim" }]])),
  ];
  const sections = [section(9, [title(subject, window, columns)]), rule, ...parts];
  return fitSections(sections, rows).map((line) => paintLine(line, columns, colour));
}

/** What stands for the last `hidden` joints; those beyond a limit are not passed over in silence. */
function joints(rows: readonly StyledLine[], hidden: number): StyledLine {
  const bad = rows.slice(-hidden).filter((row) => row.some(({ tone }) => tone === "bad")).length;
  return [
    { text: `… ${hidden} joints more`, tone: "dim" },
    ...(bad > 0 ? [{ text: `, ${bad} with !!`, tone: "bad" as const }] : []),
    { text: ": enlarge the terminal", tone: "dim" },
  ];
}

function title({ driver, ip, robot, module }: ViewSubject, { timeS }: ViewWindow, columns: number): StyledLine {
  const what = `${printable(driver)} @ ${printable(ip)}`;
  const full = `Robot State Viewer — ${what}`;
  const names = [robot, module === undefined || module.name === robot ? "" : module.name].filter((name) => name !== "");
  return [
    { text: textWidth(full) <= columns ? full : what, tone: "strong" },
    { text: [" ", ...names.map(printable), `${timeS.toFixed(1)} s`].join("  "), tone: "dim" },
  ];
}

function bad(text: string, columns: number): StyledLine[] {
  return wrapText(printable(text), columns - 3).map((line, index) => [
    { text: `${index === 0 ? "!!" : "  "} ${line}`, tone: "bad" },
  ]);
}
