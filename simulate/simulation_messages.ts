import type { MujocoChoice } from "../core/mujoco_choice.ts";
import type { RealtimeMode, SchedulingOutcome } from "../core/request_realtime.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { WorldScene } from "../drivers/mujoco/world/world_scene.ts";
import type { WorldSight } from "./view/world_look.ts";
import type { FromInterfaceWorker, ToInterfaceWorker } from "../interface/interface_worker_messages.ts";

/** What the loop of a simulation is made of; it goes through `postMessage`. */
export interface SimulationSetup {
  /** Memory of the loop. */
  readonly block: SharedArrayBuffer;
  /** The world. */
  readonly scene: WorldScene;
  /** By robot, the file of its record; undefined: none. */
  readonly records: readonly (string | undefined)[];
  /** Lock step, for so many seconds of simulated time; absent: time passes on the wall clock. */
  readonly lockstep?: { readonly seconds: number };
  /** Memory of the ring for what is recorded, from `allocateRecordRing`; absent: nothing is. */
  readonly recording?: SharedArrayBuffer;
  /** Which MuJoCo computes; absent: the one that is built in. */
  readonly mujoco?: MujocoChoice;
  /** Whether somebody may want to look on. */
  readonly isLookedAt: boolean;
  /** Scheduling to ask for. */
  readonly realtime: RealtimeMode;
  /** Period of the SCHED_DEADLINE reservation [ns]. */
  readonly deadlinePeriodNs: number;
}

/** What the world turned out to be. */
export interface OpenedWorld {
  /** What computes it, with its version. */
  readonly engine: string;
  /** The same for the log, with where it is from, and why no native library computes where one was found. */
  readonly engineText: string;
  /** Physics step [ns]. */
  readonly stepNs: number;
  /** Tick of the loop: the largest period of which all robots' are multiples [ns]. */
  readonly tickNs: number;
  /** Scheduling of the loop. */
  readonly scheduling: SchedulingOutcome;
  /** For who wants to look on. */
  readonly sight?: WorldSight;
}

/** To the control worker of a simulation. */
export type ToSimulationWorker =
  /** Load the codec, and run the loop on dummy data until it is compiled. */
  | { readonly type: "prepare"; readonly epochS: number }
  /** Make the world. Answered by `opened` or `failed`. */
  | { readonly type: "open"; readonly setup: SimulationSetup }
  /** Let time pass in the world, until it is stopped. Answered by `ended`. */
  | { readonly type: "start" }
  /** What the interface of a robot has to say to its control loop. */
  | { readonly type: "robot"; readonly robot: number; readonly message: ToInterfaceWorker };

/** From the control worker of a simulation. */
export type FromSimulationWorker =
  | { readonly type: "prepared" }
  | { readonly type: "log"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly type: "opened"; readonly world: OpenedWorld }
  | { readonly type: "failed"; readonly reason: string }
  /** What the control loop of a robot has to say to its interface. */
  | { readonly type: "robot"; readonly robot: number; readonly message: FromInterfaceWorker }
  /** `error`: what went wrong; empty when it was asked to stop. */
  | { readonly type: "ended"; readonly error: string; readonly heap: HeapFigures };
