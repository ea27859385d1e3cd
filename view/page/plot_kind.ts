import { FrameLayout as L } from "../feed/frame_layout.ts";
import type { PageRobot } from "../feed/view_messages.ts";

/** A line of a plot. */
export interface PlotLine {
  /** What it is. */
  readonly label: string;
  /** Where its values are in a frame. */
  readonly at: number;
  /** Number of the joint, for its colour; of figures 0, 1, … */
  readonly colour: number;
  /** Drawn with gaps: what is commanded, or the largest. */
  readonly isDashed: boolean;
}

/** A plot. */
export interface PlotKind {
  /** What it shows, with the unit. */
  readonly title: string;
  /** A short word, for the names of columns. */
  readonly name: string;
  /** Whether it names its lines; those of joints have the colours of the table. */
  readonly hasLegend: boolean;
  /** Its lines for a robot whose values begin at `at`, for these of its joints; undefined for a robot without such values. */
  lines(at: number, robot: PageRobot, joints: readonly number[]): PlotLine[] | undefined;
}

/** Measured values of joints, and the commands beside them in the mode in which they are of that kind. */
function ofJoints(name: string, title: string, vector: number): PlotKind {
  return {
    title,
    name,
    hasLegend: false,
    lines: (at, { joints: all, mode }, joints) =>
      joints.flatMap((joint) => {
        const first = at + L.ROBOT_VALUES + joint;
        const label = all[joint].name;
        const measured = { label, at: first + vector * all.length, colour: joint, isDashed: false };
        const commanded = { label: `${label} command`, at: first + 3 * all.length, colour: joint, isDashed: true };
        return mode === name ? [measured, commanded] : [measured];
      }),
  };
}

/** Two figures: mean and largest. */
function ofFigures(name: string, title: string, places: (at: number) => readonly number[]): PlotKind {
  return {
    title,
    name,
    hasLegend: true,
    lines: (at) =>
      places(at).map((place, index) => ({
        label: ["mean", "largest"][index],
        at: place,
        colour: index,
        isDashed: index === 1,
      })),
  };
}

/** What force sensors measure: three axes each, from `first` on in its six values. */
function ofSensors(name: string, title: string, first: number): PlotKind {
  return {
    title,
    name,
    hasLegend: true,
    lines: (at, { joints, forceSensors }) =>
      forceSensors.length === 0
        ? undefined
        : forceSensors.flatMap((sensor, index) =>
          ["x", "y", "z"].map((axis, i) => ({
            label: `${sensor} ${axis}`,
            at: at + L.ROBOT_VALUES + 4 * joints.length + L.SENSOR * index + first + i,
            colour: 3 * index + i,
            isDashed: false,
          }))
        ),
  };
}

/** All plots, from top to bottom. */
export const PLOT_KINDS: readonly PlotKind[] = [
  ofJoints("position", "Position [rad, m]: solid measured, dashed commanded", 0),
  ofJoints("velocity", "Velocity [rad/s, m/s]", 1),
  ofJoints("torque", "Torque, force [Nm, N]", 2),
  ofSensors("force", "Force sensors [N]: each in its own frame", 0),
  ofSensors("moment", "Force sensors, torque [Nm]: each in its own frame", 3),
  ofFigures("state_age", "State age [µs]", (at) => [at + L.AGE_MEAN, at + L.AGE_MAX]),
  ofFigures("lateness", "Loop lateness [µs]", () => [L.LATE_MEAN, L.LATE_MAX]),
  ofFigures("cycle", "Cycle time [µs]", () => [L.BUSY_MEAN, L.BUSY_MAX]),
  ofFigures("round_trip", "Round trip [µs]", (at) => [at + L.ROUND_TRIP]),
];
