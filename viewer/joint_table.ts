import { fitNumber } from "./fit_number.ts";
import { limitNotices } from "./limit_notices.ts";
import { padCell } from "./pad_cell.ts";
import { printable } from "./printable.ts";
import { rangeCell } from "./range_cell.ts";
import { shortenNames } from "./shorten_names.ts";
import type { StyledLine, StyledPart } from "./styled_line.ts";
import { textWidth } from "./text_width.ts";
import type { ViewSubject } from "./view_subject.ts";
import type { ViewWindow } from "./view_window.ts";

const QUANTITIES = ["position", "velocity", "torque"] as const;
const DIGITS = 4;
const LONGEST_NAME = 32;
const RANGE_WIDTH = 34;

/** Headers of the three values, and the width of their column and of the number in it. */
const WIDE = { headers: ["  Position (rad)  ", "  Velocity (rad/s)  ", "  Torque (Nm)  "], number: 12 };
const COMPACT = { headers: ["  pos (rad)  ", " vel (rad/s) ", " torque (Nm) "], number: 10 };
const TIGHT = { headers: ["  pos rad  ", " vel rad/s ", "  trq Nm   "], number: 8 };

/** A way to lay the table out. */
interface Layout {
  readonly name: number;
  readonly style: typeof WIDE;
  /** How many of position, velocity and torque are shown. */
  readonly values: number;
  readonly range: boolean;
}

/** The joints of a robot as lines of text. */
export interface JointTable {
  /** The names of the columns, and a rule. */
  readonly header: readonly StyledLine[];
  /** One line a joint. */
  readonly rows: readonly StyledLine[];
  /** Columns of the terminal that the table takes. */
  readonly width: number;
}

/**
 * The table of joints for a terminal of `columns` columns. In a narrow one the column of limits is left out first, then columns get narrower, names
 * are shortened, and torques and velocities are left out.
 */
export function jointTable(subject: ViewSubject, window: ViewWindow, columns: number): JointTable {
  const names = jointNames(subject, window);
  // The unit of a joint that slides, which a name that is shortened keeps.
  const units = names.map((_, index) => subject.module?.joints[index].type === "prismatic" ? " [m]" : "");
  const unitWidth = Math.max(0, ...units.map(textWidth));
  const hasRange = subject.module !== undefined;
  const layout = layoutFor(
    Math.max(5, ...names.map((name, index) => textWidth(name + units[index]))),
    hasRange,
    columns,
  );
  const { style, values } = layout;
  const fitting = names.every((name, index) => textWidth(name + units[index]) <= layout.name);
  const short = fitting ? names : shortenNames(names, Math.max(1, layout.name - unitWidth));
  const headers = style.headers.slice(0, values);
  const rule = ["─".repeat(layout.name + 1), ...headers.map(({ length }) => "─".repeat(length))];
  const head = [`${padCell("Joint", layout.name)} `, ...headers];
  if (layout.range) {
    rule.push("─".repeat(RANGE_WIDTH));
    head.push("  Limits");
  }
  return {
    header: [[{ text: head.join("│"), tone: "strong" }], [{ text: rule.join("┼"), tone: "dim" }]],
    rows: names.map((_, index) => row(subject, window, layout, short[index] + units[index], index)),
    width: rule.join("┼").length,
  };
}

function jointNames({ module }: ViewSubject, { position, velocity, torque }: ViewWindow): string[] {
  if (module === undefined) {
    const count = Math.max(position.length, velocity.length, torque.length);
    return Array.from({ length: count }, (_, index) => `${index}`);
  }
  return module.joints.map(({ name }) => printable(name));
}

function layoutFor(longest: number, hasRange: boolean, columns: number): Layout {
  const natural = Math.min(longest, LONGEST_NAME);
  const tries: (Omit<Layout, "name"> & { least: number })[] = [
    ...(hasRange ? [{ style: WIDE, values: 3, range: true, least: natural }] : []),
    { style: WIDE, values: 3, range: false, least: natural },
    { style: COMPACT, values: 3, range: false, least: natural },
    { style: TIGHT, values: 3, range: false, least: Math.min(natural, 10) },
    { style: TIGHT, values: 2, range: false, least: Math.min(natural, 8) },
    { style: TIGHT, values: 1, range: false, least: 1 },
  ];
  for (const { least, ...layout } of tries) {
    const others = layout.style.headers.slice(0, layout.values).reduce((sum, { length }) => sum + 1 + length, 1) +
      (layout.range ? 1 + RANGE_WIDTH : 0);
    if (others + least <= columns) return { ...layout, name: Math.min(natural, columns - others) };
  }
  return { style: TIGHT, values: 1, range: false, name: 1 };
}

function row(subject: ViewSubject, window: ViewWindow, layout: Layout, name: string, index: number): StyledLine {
  const joint = subject.module?.joints[index];
  const [position, velocity, torque] = QUANTITIES.map((quantity) => window[quantity][index]);
  const notices = joint === undefined ? [] : limitNotices(joint, position, velocity, torque);
  const line: StyledPart[] = [{ text: `${padCell(name, layout.name)} ` }];
  [position, velocity, torque].slice(0, layout.values).forEach((value, column) => {
    const state = notices.find(({ quantity }) => quantity === QUANTITIES[column])?.state;
    const isBad = state === "beyond" || (value !== undefined && !Number.isFinite(value));
    const mark = isBad ? "!!" : state === "near" ? "! " : "  ";
    const number = value === undefined ? "–" : fitNumber(value, DIGITS, layout.style.number);
    const text = `${number.padStart(layout.style.number)} ${mark}`;
    line.push({ text: "│", tone: "dim" }, {
      text: padCell(text, layout.style.headers[column].length),
      ...(isBad ? { tone: "bad" as const } : state === "near" ? { tone: "warn" as const } : {}),
    });
  });
  if (layout.range && joint !== undefined) {
    line.push({ text: "│", tone: "dim" }, { text: `  ${rangeCell(joint, position)}`, tone: "dim" });
  }
  return line;
}
