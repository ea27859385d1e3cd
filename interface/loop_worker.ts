import type { SystemClock } from "../core/system_clock.ts";
import type { AdmittedDriver } from "./admit_driver.ts";
import type { InterfaceLink } from "./start_interface_worker.ts";

/** Who runs the control loop of an interface. */
export interface LoopWorker {
  /** The line to it. */
  readonly link: InterfaceLink;
  /** Steady time of this thread, which it knows. */
  readonly clock: SystemClock;
  /** Whether an init query may name a driver; by default see `admitDriver`. */
  readonly admit?: (driver: string) => Promise<AdmittedDriver>;
}
