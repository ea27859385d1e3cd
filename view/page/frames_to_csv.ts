import { FrameLayout } from "../feed/frame_layout.ts";
import type { PageRobot } from "../feed/view_messages.ts";
import type { FrameHistory } from "./frame_history.ts";

const FIGURES = ["state", "states", "commands", "refused", "state_age_us", "state_age_max_us", "round_trip_us"];
const AXES = ["force_x", "force_y", "force_z", "torque_x", "torque_y", "torque_z"];

/** All values of the kept frames as CSV, a row a frame. Names with commas or quotes are quoted; what is not known is empty. */
export function framesToCsv(history: FrameHistory, robots: readonly PageRobot[], layout: FrameLayout): string {
  const columns: [string, number][] = [
    ["time_s", FrameLayout.TIME],
    ["cycles", FrameLayout.CYCLES],
    ["missed", FrameLayout.MISSED],
    ["late_mean_us", FrameLayout.LATE_MEAN],
    ["late_max_us", FrameLayout.LATE_MAX],
    ["cycle_mean_us", FrameLayout.BUSY_MEAN],
    ["cycle_max_us", FrameLayout.BUSY_MAX],
    ["simulated_s", FrameLayout.WORLD_TIME],
    ["real_time_factor", FrameLayout.FACTOR],
  ];
  robots.forEach(({ name, joints, forceSensors }, index) => {
    const at = layout.robots[index];
    FIGURES.forEach((figure, value) => columns.push([`${name}.${figure}`, at + value]));
    ["position", "velocity", "torque", "command"].forEach((what, vector) =>
      joints.forEach((joint, i) =>
        columns.push([`${name}.${joint.name}.${what}`, at + FrameLayout.ROBOT_VALUES + vector * joints.length + i])
      )
    );
    forceSensors.forEach((sensor, number) => {
      const first = at + FrameLayout.ROBOT_VALUES + 4 * joints.length + FrameLayout.SENSOR * number;
      AXES.forEach((axis, i) => columns.push([`${name}.${sensor}.${axis}`, first + i]));
    });
  });
  const rows = [columns.map(([name]) => quote(name)).join(",")];
  for (let index = 0; index < history.size; index++) {
    rows.push(
      columns.map(([, at]) => {
        const value = history.value(index, at);
        return Number.isNaN(value) ? "" : String(value);
      }).join(","),
    );
  }
  return rows.join("\n") + "\n";
}

function quote(text: string): string {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
