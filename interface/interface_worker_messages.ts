import type { CellDescriptor } from "../comm/cell/cell_memory.ts";
import type { PublisherDescriptor } from "../comm/transport.ts";
import type { LockedBuffers } from "../core/lock_buffers.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import type { HeapFigures } from "../core/heap_watch.ts";
import type { RealtimeMode, SchedulingOutcome } from "../core/request_realtime.ts";
import type { RobotDriverContext } from "../drivers/robot_driver.ts";

/** What the control loop of an interface is made of; it goes through `postMessage`. */
export interface InterfaceSetup {
  /** Memory of the loop. */
  readonly block: SharedArrayBuffer;
  /** See `RobotCycleParts.live`. */
  readonly live: SharedArrayBuffer;
  /** Driver class. */
  readonly driver: string;
  /** Where drivers that are not part of the program may come from. */
  readonly places: PluginPlaces;
  /** What the driver is created from; the worker adds the clock and the log. */
  readonly context: Omit<RobotDriverContext, "clock" | "log">;
  /** `network_interface.connection_timeout_ms` [ns]. */
  readonly timeoutNs: number;
  /** `network_interface.latency_stats`. */
  readonly latencyStats: boolean;
  /** `network_interface.backend` of the interface. */
  readonly backend: string;
  /** Sending end of `{name}/state`. */
  readonly state: PublisherDescriptor;
  /** Cell of `{name}/command`. */
  readonly command: CellDescriptor;
  /** Scheduling to ask for. */
  readonly realtime: RealtimeMode;
  /** Period of the SCHED_DEADLINE reservation [ns]. */
  readonly deadlinePeriodNs: number;
}

/** To the control worker of an interface. */
export type ToInterfaceWorker =
  /** Load the codec, and run the loop on dummy data until it is compiled. */
  | { readonly type: "prepare"; readonly epochS: number }
  /** Create the driver. Answered by `created` or `failed`. */
  | { readonly type: "create"; readonly setup: InterfaceSetup }
  /** Run the loop until it ends. Answered by `ended`. */
  | { readonly type: "run" };

/** From the control worker of an interface. */
export type FromInterfaceWorker =
  | { readonly type: "prepared" }
  | { readonly type: "log"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly type: "created"; readonly scheduling: SchedulingOutcome; readonly memory: LockedBuffers }
  /** `publicReason`: what others may be told. */
  | { readonly type: "failed"; readonly reason: string; readonly publicReason: string }
  | { readonly type: "ended"; readonly end: number; readonly error: string; readonly heap: HeapFigures };
