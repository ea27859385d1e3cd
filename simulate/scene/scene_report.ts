import { formatSeconds } from "../../core/format_seconds.ts";
import type { ReportedContact, WorldReport } from "../../drivers/mujoco/world/world_report.ts";
import { hangingLines } from "./hanging_lines.ts";
import { robotLines } from "./robot_lines.ts";

/** Columns of a terminal that a report takes, but for words that are longer. */
const COLUMNS = 80;
/** Contacts that are told of. */
const MOST_CONTACTS = 10;

/**
 * What `uri simulate --check` prints of a world: a text of several lines of at most 80 columns, but for longer words, without a line break at its
 * end. As JSON, the report itself is written.
 */
export function sceneReport(report: WorldReport): string {
  const { file, stepNs, gravity, robots, objects, sizes, contacts, notes } = report;
  const moves = robots.some(({ joints }) => joints.length > 0);
  const text = (line: string) => hangingLines(line, COLUMNS);
  return [
    ...text(`${file}: ${count(robots.length, "robot")}, ${count(objects.length, "object")}`),
    ...text(
      `world: physics step ${formatSeconds(stepNs)} s, gravity ${gravity.join(" ")} m/s², ${
        count(sizes.bodies, "body", "bodies")
      }, ${count(sizes.degreesOfFreedom, "degree", "degrees")} of freedom, ${count(sizes.geoms, "geom")}`,
    ),
    ...(objects.length === 0 ? [] : text(`objects: ${objects.join(", ")}`)),
    "",
    ...robots.flatMap((robot) => [...robotLines(robot, COLUMNS), ""]),
    ...(moves ? text("In modes without an actuator of the model, the driver moves a joint itself.") : []),
    ...contactLines(contacts).flatMap(text),
    ...notes.flatMap((note) => text(`note: ${note}`)),
    ...text(verdict(report)),
  ].join("\n");
}

function contactLines(contacts: readonly ReportedContact[]): string[] {
  if (contacts.length === 0) return ["At the start nothing is more than a millimetre inside anything else."];
  const told = contacts.slice(0, MOST_CONTACTS);
  const more = contacts.length - told.length;
  return [
    ...told.map(({ between, depth }) =>
      `warning: at the start ${between.join(" and ")} are ${Number((depth * 1000).toPrecision(4))} mm inside each ` +
      "other, and are pushed apart; move them apart, or exclude the contact in the model"
    ),
    ...(more === 0 ? [] : [`warning: so are ${more} more; --json lists them`]),
  ];
}

function verdict({ robots, contacts, notes }: WorldReport): string {
  const warnings = robots.reduce((sum, robot) => sum + robot.warnings.length, contacts.length);
  const remarks = robots.reduce((sum, robot) => sum + robot.notes.length, notes.length);
  return `The scene can be simulated: ${count(warnings, "warning")}, ${count(remarks, "note")}.`;
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
