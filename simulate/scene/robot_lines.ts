import { formatSeconds } from "../../core/format_seconds.ts";
import { visible } from "../../core/visible.ts";
import type { ReportedJoint, ReportedRobot, ReportedSensor } from "../../drivers/mujoco/world/world_report.ts";
import { CONTROL_MODES } from "../../schemas/control_mode.ts";
import { textWidth } from "../../viewer/text_width.ts";
import { hangingLines } from "./hanging_lines.ts";

/** One robot in what `uri simulate --check` prints, in lines of at most `columns` columns, but for longer words and names. */
export function robotLines(robot: ReportedRobot, columns: number): string[] {
  const { name, module, file, massKg, periodNs, steps, keyframe, keyframes, joints, otherJoints } = robot;
  const others = keyframes.filter((key) => key !== keyframe);
  const free = otherJoints.filter(({ type }) => type === "free");
  const followers = otherJoints.filter(({ follows }) => follows !== "");
  const idle = otherJoints.filter(({ type, follows }) => type !== "free" && follows === "");
  const before = [
    `robot '${name}': module ${module}, ${short(massKg)} kg, every ${formatSeconds(periodNs)} s (${steps} physics step${
      steps === 1 ? "" : "s"
    })`,
    `  model: ${file}`,
    `  starts at ${keyframe === "" ? "the model's initial positions" : `keyframe ${keyframe}`}${
      others.length === 0 ? "" : `; other keyframes: ${others.join(", ")}`
    }`,
  ];
  const after = [
    ...list("IMUs", found(robot.bodySensors)),
    ...list("force sensors", found(robot.forceSensors)),
    ...list("joints that follow others", followers.map(({ name, follows }) => `${name} (${follows})`)),
    ...list(
      "joints that the module lacks, and that are not commanded",
      idle.map(({ name, type }) => type === "ball" ? `${name} (ball)` : name),
    ),
    ...list("actuators that serve no joint of the module", robot.otherActuators),
    ...list("sensors that the module lacks", robot.otherSensors),
    ...(free.length === 0 ? [] : [
      `  moves freely: ${
        free.map((joint) => joint.name).join(", ")
      }; its pose is in no State, an IMU of the module on it tells of its motion`,
    ]),
    ...robot.warnings.map((warning) => `  warning: ${warning}`),
    ...robot.notes.map((note) => `  note: ${note}`),
  ];
  const text = (line: string) => hangingLines(line, columns);
  return [
    ...before.flatMap(text),
    ...(joints.length === 0 ? ["  its module has no joints"] : table(joints, columns)),
    ...after.flatMap(text),
  ];
}

function table(joints: readonly ReportedJoint[], columns: number): string[] {
  const rows = [
    ["joint", "start", "range"],
    ...joints.map(({ name, type, start, range }) => [
      visible(name),
      `${short(start)} ${type === "revolute" ? "rad" : "m"}`,
      range === null ? "none" : `${short(range[0])} to ${short(range[1])}`,
    ]),
  ];
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => textWidth(row[column]))));
  const begin = widths.reduce((sum, width) => sum + width + 2, 2);
  const actuators = [["actuators"], ...joints.map((joint) => actuatorLines(joint.actuators, columns - begin))];
  return rows.flatMap((row, index) => {
    const cells = row.map((cell, column) => cell + " ".repeat(widths[column] - textWidth(cell)));
    return actuators[index].map((text, line) =>
      line === 0 ? `  ${cells.join("  ")}  ${text}` : " ".repeat(begin) + text
    );
  });
}

/** `turn (position), motor (torque)`, one below the other where they do not fit beside each other; or that there is none. */
function actuatorLines(actuators: ReportedJoint["actuators"], columns: number): string[] {
  const modes = new Map<string, string[]>();
  for (const mode of CONTROL_MODES) {
    for (const actuator of actuators[mode]) modes.set(actuator, [...modes.get(actuator) ?? [], mode]);
  }
  if (modes.size === 0) return ["none"];
  const all = [...modes].map(([actuator, modes]) => `${visible(actuator)} (${modes.join(", ")})`);
  return textWidth(all.join(", ")) <= columns ? [all.join(", ")] : all;
}

function list(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`  ${what}: ${names.join(", ")}`];
}

function found(sensors: readonly ReportedSensor[]): string[] {
  return sensors.filter(({ source }) => source !== "missing")
    .map(({ name, source }) => source === "added" ? `${name} (added)` : name);
}

function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}
