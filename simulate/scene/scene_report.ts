import { formatSeconds } from "../../core/format_seconds.ts";
import { visible } from "../../core/visible.ts";
import type { ReportedRobot, ReportedSensor, WorldReport } from "../../drivers/mujoco/world/world_report.ts";
import { CONTROL_MODES } from "../../schemas/control_mode.ts";

/** What `uri simulate --check` prints of a world: a text of several lines, without a line break at its end. As JSON, the report itself is written. */
export function sceneReport({ file, stepNs, gravity, robots, objects, sizes, contacts, notes }: WorldReport): string {
  const lines = [
    `${file}: ${count(robots.length, "robot")}, ${count(objects.length, "object")}`,
    `world: physics every ${formatSeconds(stepNs)} s, gravity ${gravity.join(" ")} m/s², ${
      count(sizes.bodies, "body", "bodies")
    }, ${count(sizes.degreesOfFreedom, "degree", "degrees")} of freedom, ${count(sizes.geoms, "geom")}`,
    ...robots.flatMap(linesOf),
    ...(objects.length === 0 ? [] : [`objects: ${objects.join(", ")}`]),
    ...contacts.map(({ between, depth }) =>
      `warning: at the start ${between.join(" and ")} are ${
        short(depth * 1000)
      } mm inside each other, and are pushed apart; move them apart, or ` +
      "exclude the contact in the model"
    ),
    ...notes.map((note) => `note: ${note}`),
  ];
  return lines.map(visible).join("\n");
}

function linesOf(robot: ReportedRobot): string[] {
  const { name, module, file, periodNs, steps, keyframe, joints, otherJoints, otherActuators, otherSensors } = robot;
  const start = keyframe === "" ? "the model's initial positions" : `keyframe ${keyframe}`;
  const rows = [
    ["joint", "start", ...CONTROL_MODES],
    ...joints.map((joint) => [
      joint.name,
      short(joint.start),
      ...CONTROL_MODES.map((mode) => joint.actuators[mode] || "(driver)"),
    ]),
  ];
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => [...row[column]].length)));
  const table = rows.map((row) => `  ${row.map((cell, column) => cell.padEnd(widths[column])).join("  ").trimEnd()}`);
  const over = (what: string, names: readonly string[]) => names.length === 0 ? [] : [`  ${what}: ${names.join(", ")}`];
  return [
    `robot '${name}': ${module} from ${file}, every ${formatSeconds(periodNs)} s (${
      count(steps, "physics step")
    }), starts at ${start}`,
    ...(joints.length === 0 ? [] : table),
    ...sensorLine("IMUs", robot.bodySensors),
    ...sensorLine("force sensors", robot.forceSensors),
    ...(robot.isFloating
      ? ["  its base moves freely: its pose is in no State, an IMU of the module on it tells of its motion"]
      : []),
    ...over("joints that the module lacks, and that are not commanded", otherJoints),
    ...over("actuators that serve no joint of the module", otherActuators),
    ...over("sensors that the module lacks", otherSensors),
    ...robot.warnings.map((warning) => `  warning: ${warning}`),
  ];
}

function sensorLine(what: string, sensors: readonly ReportedSensor[]): string[] {
  const found = sensors.filter(({ source }) => source !== "missing")
    .map(({ name, source }) => source === "added" ? `${name} (added)` : name);
  return found.length === 0 ? [] : [`  ${what}: ${found.join(", ")}`];
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
