import type { InstallPrefix } from "./install_prefix.ts";
import type { MujocoChoice } from "./mujoco_choice.ts";

/** Where plugins may come from; it goes through `postMessage`. */
export interface PluginPlaces {
  /** The installation whose libraries are looked through. */
  readonly installation: InstallPrefix;
  /** Which MuJoCo computes for drivers that simulate; absent: the one that is built in. */
  readonly mujoco?: MujocoChoice;
}
