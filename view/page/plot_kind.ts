import { FrameLayout as L } from "../feed/frame_layout.ts";

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
  /** Its lines for a robot whose values begin at `at`, for these of its joints. */
  lines(at: number, names: readonly string[], mode: string, joints: readonly number[]): PlotLine[];
}

/** Measured values of joints, and the commands beside them in the mode in which they are of that kind. */
function ofJoints(name: string, title: string, vector: number): PlotKind {
  return {
    title,
    name,
    lines: (at, names, mode, joints) =>
      joints.flatMap((joint) => {
        const first = at + L.ROBOT_VALUES + joint;
        const measured = { label: names[joint], at: first + vector * names.length, colour: joint, isDashed: false };
        const commanded = {
          label: `${names[joint]} command`,
          at: first + 3 * names.length,
          colour: joint,
          isDashed: true,
        };
        return mode === name ? [measured, commanded] : [measured];
      }),
  };
}

/** Two figures: mean and largest. */
function ofFigures(name: string, title: string, places: (at: number) => readonly number[]): PlotKind {
  return {
    title,
    name,
    lines: (at) =>
      places(at).map((place, index) => ({
        label: ["mean", "largest"][index],
        at: place,
        colour: index,
        isDashed: index === 1,
      })),
  };
}

/** All plots, from top to bottom. */
export const PLOT_KINDS: readonly PlotKind[] = [
  ofJoints("position", "Position [rad, m]: solid measured, dashed commanded", 0),
  ofJoints("velocity", "Velocity [rad/s, m/s]", 1),
  ofJoints("torque", "Torque, force [Nm, N]", 2),
  ofFigures("state_age", "State age [µs]: solid mean, dashed largest", (at) => [at + L.AGE_MEAN, at + L.AGE_MAX]),
  ofFigures("lateness", "Loop lateness [µs]", () => [L.LATE_MEAN, L.LATE_MAX]),
  ofFigures("cycle", "Cycle time [µs]", () => [L.BUSY_MEAN, L.BUSY_MAX]),
  ofFigures("round_trip", "Round trip, median [µs]", (at) => [at + L.ROUND_TRIP]),
];
