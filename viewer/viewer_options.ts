import type { RunOptions } from "../core/run_options.ts";
import type { RobotsReader } from "./robots_reader.ts";

/** What the command line says about `uri viewer`. */
export interface ViewerOptions
  extends Pick<RunOptions, "forSeconds" | "logLevel" | "logFormat" | "prefix" | "mujoco" | "cleanups" | "exits"> {
  /** `-c`: the configuration. */
  readonly config: string;
  /** `-n`: the robot, where the file has several. */
  readonly name?: string;
  /** `-r`: windows a second [Hz]; above 0. */
  readonly rate: number;
  /** `--json`: one JSON document a window. */
  readonly json: boolean;
  /** `--once`: one window, and the end. */
  readonly once: boolean;
  /** Reads a robot of a manager's file. */
  readonly readRobot: RobotsReader;
}
