import type { InstallPrefix } from "./install_prefix.ts";

/** Where plugins may come from; it goes through `postMessage`. */
export interface PluginPlaces {
  /** The installation whose libraries are looked through. */
  readonly installation: InstallPrefix;
}
