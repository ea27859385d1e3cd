import type { LogLines } from "../core/log/log_lines.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { ModelGeometry } from "./geometry/model_geometry.ts";

/** How things stand with a robot. */
export interface ViewConnection {
  /** See `ConnectionState`. */
  readonly state: number;
  /** Why, for `Held` and `Lost`; "" when there is nothing to say. */
  readonly reason: string;
}

/** Figures of a while [µs]; NaN where nothing was measured. */
export interface ViewDurations {
  /** Mean. */
  readonly mean: number;
  /** Largest. */
  readonly max: number;
}

/** A robot that can be looked at. */
export interface ViewRobot {
  /** Its name. */
  readonly name: string;
  /** Joints, limits, usual posture. */
  readonly module: RobotModule;
  /** What its Commands are. */
  readonly mode: ControlMode;
  /** Its period [ns]. */
  readonly periodNs: number;
  /** How it is reached, e.g. `zenoh/shm`. */
  readonly protocol: string;
  /** What it tells, and what is asked of it: see `liveLength`; NaN where nothing is known. Read only. */
  readonly live: Float64Array;
  /** How things stand; called often. */
  connection(): ViewConnection;
  /** States so far. */
  states(): number;
  /** Commands so far. */
  commands(): number;
  /** States, or Commands, refused so far. */
  refused(): number;
  /** Age of the States when they are used, since the last call. */
  age(): ViewDurations;
  /** Round trip of State and Command, lately [µs]; NaN when it is not known. */
  roundTrip(): number;
}

/** A thing in the scene: the model of one robot, or a whole world. */
export interface ViewModel {
  /** What it is called, for messages: a file. */
  readonly name: string;
  /** Position of its origin in the scene [m]. */
  readonly position: readonly [number, number, number];
  /** Bodies, shapes and joints. Called once; rejects with an error that says why there is nothing to draw. */
  load(): Promise<ModelGeometry>;
  /**
   * Where its bodies are now: position [m] and orientation (w, x, y, z) of each, in the order of the geometry; without it, joint positions move the
   * bodies. Seven numbers a body.
   */
  readonly poses?: Float64Array;
}

/** Simulated time. */
export interface ViewTime {
  /** Since the start of the world [s]. */
  readonly timeS: number;
  /** Simulated time over that of the wall clock, lately; NaN while it is not known. */
  readonly factor: number;
}

/** Contacts in a world, for who wants to see them. */
export interface ViewContacts {
  /** Where two bodies touch and the force there: x, y, z [m], and force [N] on the second of them, in the frame of the scene; six numbers each. */
  read(): Float64Array;
  /** Whether somebody wants to see them; they are not told otherwise. */
  want(isWanted: boolean): void;
}

/** The figures of a loop. */
export interface ViewLoop {
  /** Cycles so far. */
  readonly cycles: number;
  /** Periods without a cycle so far. */
  readonly missed: number;
  /** How late it woke up, since the last call. */
  readonly late: ViewDurations;
  /** How long a cycle took, since the last call. */
  readonly busy: ViewDurations;
}

/**
 * What a viewer shows. A process that can be looked at makes one; it hands out memory that its control loop writes anyhow, and is asked from the
 * main thread alone: nothing of it may make the loop wait.
 */
export interface ViewSource {
  /** What runs, e.g. `uri manager: mc_rtc.yaml`. */
  readonly title: string;
  /** Lines of its log. */
  readonly log: LogLines;
  /** The robots. */
  readonly robots: readonly ViewRobot[];
  /** What is drawn of them. */
  readonly models: readonly ViewModel[];
  /** Plots of what this process does not measure, by name: they are left out. */
  readonly unmeasured?: readonly string[];
  /** Figures of the loop. */
  loop(): ViewLoop;
  /** Simulated time; absent where nothing is simulated. */
  time?(): ViewTime;
  /** Contacts; absent where nobody knows of any. */
  readonly contacts?: ViewContacts;
  /** Told when the first page begins to look on, and when the last one has gone. */
  watch?(isWatched: boolean): void;
  /** Called some times a second while somebody looks on: for what has to be asked for. */
  look?(): void;
}
