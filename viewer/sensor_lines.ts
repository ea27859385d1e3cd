import { fitNumber } from "./fit_number.ts";
import { padCell } from "./pad_cell.ts";
import { printable } from "./printable.ts";
import type { StyledLine, StyledPart } from "./styled_line.ts";
import { textWidth } from "./text_width.ts";
import type { ViewWindow } from "./view_window.ts";

const NUMBER = 8;
const LABEL = 5;

interface Group {
  readonly label: string;
  readonly values: readonly number[];
}

/** The sensors of a robot as lines of text for a terminal of `columns` columns: one line a sensor where it is wide enough, else one a quantity. */
export function sensorLines({ bodySensors, forceSensors }: ViewWindow, columns: number): StyledLine[] {
  const sensors = [
    ...bodySensors.map(({ name, present, orientation, angularVelocity, linearAcceleration }) => ({
      title: `IMU ${printable(name)}`,
      present,
      groups: [
        { label: "wxyz", values: orientation },
        { label: "rad/s", values: angularVelocity },
        { label: "m/s²", values: linearAcceleration },
      ],
    })),
    ...forceSensors.map(({ name, present, force, torque }) => ({
      title: `Force ${printable(name)}`,
      present,
      groups: [{ label: "N", values: force }, { label: "Nm", values: torque }],
    })),
  ];
  const title = Math.max(0, ...sensors.map(({ title }) => textWidth(title)));
  return sensors.flatMap(({ title: own, present, groups }) => {
    if (!present) return [[{ text: `${own}  ` }, { text: "not reported", tone: "dim" as const }]];
    const cells = groups.map(groupCell);
    const whole = title + 2 + cells.reduce((sum, cell) => sum + width(cell) + 2, -2);
    if (whole <= columns) {
      return [[{ text: padCell(own, title + 2) }, ...cells.flatMap((cell, i) => i === 0 ? cell : [gap(2), ...cell])]];
    }
    return [[{ text: own }], ...cells.map((cell) => [gap(columns < 44 ? 0 : 2), ...cell])];
  });
}

function groupCell({ label, values }: Group): StyledPart[] {
  return [
    { text: padCell(label, LABEL), tone: "dim" },
    ...values.map((value): StyledPart => ({
      text: fitNumber(value, 4, NUMBER - 1).padStart(NUMBER),
      ...(Number.isFinite(value) ? {} : { tone: "bad" as const }),
    })),
  ];
}

function gap(width: number): StyledPart {
  return { text: " ".repeat(width) };
}

function width(parts: readonly StyledPart[]): number {
  return parts.reduce((sum, { text }) => sum + textWidth(text), 0);
}
