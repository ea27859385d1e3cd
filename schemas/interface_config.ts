import type { ControlMode } from "./control_mode.ts";
import type { DriverConfig } from "./driver_config.ts";
import type { NetworkConfig } from "./network_config.ts";

/** A checked configuration of the interface: what it takes to reach the manager; the rest arrives in the init query. */
export interface InterfaceConfig {
  /** The file, when there is one. */
  readonly file?: string;
  /** Robot name: the key under `Robots:` of the manager's file. */
  readonly name: string;
  /** `network_interface`. */
  readonly network: NetworkConfig;
  /** The manager started this interface, by `robot_interface.autostart`. */
  readonly autostart: boolean;
  /** `robot_interface`, when the file has it, as in files made by a manager; `driver` is "" when it is not given there. */
  readonly driver?: DriverConfig;
  /** `module_path`: folders whose modules an init query may name as the driver; absolute. Not given: none. */
  readonly modulePath?: readonly string[];
  /** `controller.mode`, when the file has it. */
  readonly mode?: ControlMode;
  /** `controller.time_step` [ns], when the file has it. */
  readonly timeStepNs?: number;
}
