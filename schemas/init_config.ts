import type { ControlMode } from "./control_mode.ts";
import type { GripperDescription, RobotModule } from "./robot_module.ts";

/** What the manager's init query tells the interface. */
export interface InitConfig {
  /** `controller.mode`. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns], when given. */
  readonly timeStepNs?: number;
  /** `robot_interface.driver`. */
  readonly driver: string;
  /** `robot_interface.ip`. */
  readonly ip: string;
  /** `robot_interface.port`. */
  readonly port: number;
  /** `robot_interface.config_path`; "" when not given. */
  readonly configPath: string;
  /** `robot_interface.sync_timeout_ms` [ms]. */
  readonly syncTimeoutMs: number;
  /** `network_interface.connection_timeout_ms` [ms], when given. */
  readonly connectionTimeoutMs?: number;
  /** `grippers` of the query, else those of the module. */
  readonly grippers: readonly GripperDescription[];
  /** `robot_module` of the query, else the built-in module that `module` names. */
  readonly module: RobotModule;
}
