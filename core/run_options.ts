import type { Cleanups } from "./cleanups.ts";
import type { ExitWatch } from "./exit_watch.ts";
import type { LogLevel } from "./log/logger.ts";
import type { MujocoChoice } from "./mujoco_choice.ts";
import type { RealtimeMode } from "./request_realtime.ts";

/** Where a view in the browser is served. */
export interface ViewFlag {
  /** Address of this computer. */
  readonly host: string;
  /** Port; 0 for any; undefined for the first free one of a few. */
  readonly port: number | undefined;
  /** Nobody has asked for it: the run does without where it cannot be had. */
  readonly isDefault?: boolean;
}

/** What the command line says about a run, whichever process it starts. */
export interface RunOptions {
  /** Stop cleanly after this time [s]; absent: run until a signal, or until the work ends by itself. */
  forSeconds?: number;
  /** File for the figures of the run, as JSON; absent: none is written. Its folder exists. */
  report?: string;
  /** Whether real-time scheduling is asked for, and whether the run is refused without it. */
  realtime: RealtimeMode;
  /** Simulated time passes when every controller has answered, and not by the wall clock; absent: false. */
  lockstep?: boolean;
  /** Log lines above this level are left out. */
  logLevel: LogLevel;
  /** Form of the log lines. */
  logFormat: "text" | "json";
  /** Installation whose plugins are used, of a program that runs from its sources; see `installPrefix`. */
  prefix?: string;
  /** Which MuJoCo computes; absent: the one that is built in. */
  mujoco?: MujocoChoice;
  /** Serves a page that shows the robots; absent: none. */
  view?: ViewFlag;
  /** Where a run says what must be done when the process ends by a defect. */
  cleanups?: Cleanups;
  /** Notices when somebody else's code ends this process; absent: nobody does. */
  exits?: ExitWatch;
  /** Starts this process anew, with deep stacks, where it has none: for a manager whose controller is somebody else's native code. */
  deepenStack?: () => void;
  /** Period of the SCHED_DEADLINE reservation [ns], from the variable `MC_RT_FREQ` [ms]; absent: not set, the default is wanted. */
  deadlinePeriodNs?: number;
}
