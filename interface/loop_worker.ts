import type { Clock } from "../core/clock.ts";
import type { AdmittedDriver } from "./admit_driver.ts";
import type { InterfaceReport } from "./interface_report.ts";
import type { InterfaceLooks } from "./interface_looks.ts";
import type { InterfaceLink } from "./start_interface_worker.ts";

/** Who runs the control loop of an interface. */
export interface LoopWorker {
  /** The line to it. */
  readonly link: InterfaceLink;
  /** Time of the loop, as this thread has it. */
  readonly clock: Clock;
  /** True: its scheduling is that of a loop which runs already, and was told. */
  readonly hasToldScheduling?: boolean;
  /** Whether an init query may name a driver; by default see `admitDriver`. */
  readonly admit?: (driver: string) => Promise<AdmittedDriver>;
  /** Is kept up to date, for who looks on. */
  readonly looks?: InterfaceLooks;
  /** Gets the figures of the run at its end, as soon as there was one; by default they go to the file of `--report`, if that is given. */
  readonly report?: (report: InterfaceReport) => void;
}
