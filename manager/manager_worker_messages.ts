import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { LockedBuffers } from "../core/lock_buffers.ts";
import type { RealtimeMode, SchedulingOutcome } from "../core/request_realtime.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import type { RobotControllerContext } from "../controller/robot_controller.ts";
import type { PostureRecord } from "./posture_watch.ts";

/** What the control loop of a manager is made of before the handshake; it goes through `postMessage`. */
export interface ManagerSetup {
  /** Memory of the loop. */
  readonly block: SharedArrayBuffer;
  /** Live values of all robots, four vectors each. */
  readonly live: SharedArrayBuffer;
  /** `Controller`. */
  readonly controller: string;
  /** Where controllers may come from. */
  readonly places: PluginPlaces;
  /** What the controller is created from. */
  readonly context: RobotControllerContext;
  /** `network_interface.backend` of each robot. */
  readonly backends: readonly string[];
  /** `interface` of each robot. */
  readonly proxies: readonly string[];
  /** Tick of the loop [ns]. */
  readonly tickNs: number;
  /** Lock step, for so many seconds of simulated time; absent: the loop runs on the wall clock. */
  readonly lockstep?: { readonly seconds: number };
  /** Scheduling to ask for. */
  readonly realtime: RealtimeMode;
  /** Period of the SCHED_DEADLINE reservation [ns]. */
  readonly deadlinePeriodNs: number;
}

/** A robot that answered the handshake. */
export interface ActiveRobot {
  /** Its number among all robots. */
  readonly index: number;
  /** Its `interface` key. */
  readonly proxy: string;
  /** Ticks between two services. */
  readonly every: number;
  /** Cell of `{name}/state`. */
  readonly state: CellDescriptor;
  /** Sending end of `{name}/command`. */
  readonly command: PublisherDescriptor;
  /** `network_interface.connection_timeout_ms` [ns]. */
  readonly timeoutNs: number;
}

/** To the control worker of a manager. */
export type ToManagerWorker =
  /** Load the codec, and run the loop on dummy data until it is compiled. */
  | { readonly type: "prepare"; readonly epochS: number }
  /** Create the controller. Answered by `created` or `failed`. */
  | { readonly type: "create"; readonly setup: ManagerSetup }
  /** Run the loop for these robots until it ends. Answered by `started`, or `failed`, and later by `ended`. */
  | { readonly type: "run"; readonly robots: readonly ActiveRobot[] };

/** From the control worker of a manager. */
export type FromManagerWorker =
  | { readonly type: "prepared" }
  | { readonly type: "log"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly type: "created" }
  | {
    readonly type: "started";
    readonly scheduling: SchedulingOutcome;
    readonly memory: LockedBuffers;
    readonly startNs: number;
  }
  | { readonly type: "failed"; readonly reason: string }
  | {
    readonly type: "ended";
    readonly end: number;
    /** Number of the robot, for `ManagerEnd.Lost`. */
    readonly robot: number;
    /** See `ConnectionLoss`. */
    readonly loss: number;
    /** What failed, in the controller's words; for `ManagerEnd.Lost` the proxy's own reason, when it has one. */
    readonly error: string;
    /** Why the controller could not be stopped; empty when it could. */
    readonly stopFault: string;
    /** Why the controller did not take a robot whose first State was waited for; empty when it has not refused one. */
    readonly refusal: string;
    readonly heap: HeapFigures;
    /** In lock step: postures at which each robot was kept, by its number; otherwise empty. */
    readonly postures: readonly (readonly PostureRecord[])[];
  };
