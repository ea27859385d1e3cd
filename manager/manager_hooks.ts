import type { DurationFigures } from "../core/duration_figures.ts";
import type { SchedulingOutcome } from "../core/request_realtime.ts";
import type { SharedBlock } from "../core/shared_block.ts";
import type { ManagerConfig, RobotConfig } from "../schemas/manager_config.ts";

/** What somebody who looks on sees of a running manager. */
export interface ManagerView {
  /** The configuration. */
  readonly config: ManagerConfig;
  /** Memory of the loop. */
  readonly block: SharedBlock;
  /** By robot: positions, velocities, torques, commands and force sensors, see `liveLength`; NaN where a robot does not tell. */
  readonly live: readonly Float64Array[];
  /** Scheduling of the loop. */
  readonly scheduling: SchedulingOutcome;
  /** Time since the start of the loop [s]. */
  readonly timeS: number;
}

/** What somebody may look at from the beginning of a run to its end, while this thread does other things. */
export interface ManagerLooks extends Pick<ManagerView, "config" | "block" | "live"> {
  /** Asks the interfaces for the round trips that they have measured, by number of the robot. */
  roundTrips(): Promise<Map<number, DurationFigures>>;
}

/** Hooks of a run, for the demo. */
export interface ManagerHooks {
  /** Called some ten times a second while the loop runs. */
  readonly onLook?: (view: ManagerView) => void;
  /** Arguments for autostarted interfaces, beside the usual ones. */
  readonly interfaceArguments?: (robot: RobotConfig) => string[];
}
