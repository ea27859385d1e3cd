import type { PluginPlaces } from "../core/plugin_places.ts";
import type { RobotDriverContext } from "../drivers/robot_driver.ts";
import type { SensorNames } from "./sensor_learner.ts";
import type { ViewRoom } from "./view_block.ts";

/** What the loop of a viewer is made of; it goes through `postMessage`. */
export interface ViewerSetup {
  /** Memory of the loop. */
  readonly block: SharedArrayBuffer;
  /** What the memory has room for. */
  readonly room: ViewRoom;
  /** Driver: class name or module. */
  readonly driver: string;
  /** What the driver is created from; the worker adds the clock and the log. */
  readonly context: Omit<RobotDriverContext, "clock" | "log">;
  /** Where plugins may come from. */
  readonly places: PluginPlaces;
  /** Whether the standard output belongs to documents that programs read. */
  readonly json: boolean;
  /** Epoch of the main thread's clock [s]. */
  readonly epochS: number;
}

/** To the worker of a viewer. */
export type ToViewerWorker =
  /** Create the driver. Answered by `created` or `failed`. */
  | { readonly type: "create"; readonly setup: ViewerSetup }
  /** Run the loop until it ends. Answered by `ended`, and by `closed` when the driver is closed. */
  | { readonly type: "run" };

/** From the worker of a viewer. */
export type FromViewerWorker =
  | { readonly type: "log"; readonly level: "info" | "warning" | "error"; readonly text: string }
  | { readonly type: "created" }
  /** No module tells the sensors, but the driver does: all that it has named so far, in its order. */
  | { readonly type: "sensors" } & SensorNames
  | { readonly type: "failed"; readonly reason: string }
  /** `error`: what the driver did wrong; empty when it was asked to stop. The last window is in the memory. */
  | { readonly type: "ended"; readonly error: string }
  /** `error`: what went wrong when the driver was closed. */
  | { readonly type: "closed"; readonly error: string };
