import type { ControlMode } from "../schemas/control_mode.ts";
import type { DriverConfig } from "../schemas/driver_config.ts";
import type { RobotModule } from "../schemas/robot_module.ts";

/** What `uri viewer` shows, read and checked. */
export interface ViewerConfig {
  /** The file, as the user named it. */
  readonly file: string;
  /** Name of the robot; "" when neither the file nor the command line gives one. */
  readonly robot: string;
  /** The section `robot_interface`; `configPath` is absolute, or "" when not given. */
  readonly driver: DriverConfig;
  /** The robot module; absent when none is named: joints are then known by their number. */
  readonly module?: RobotModule;
  /** `controller.mode`, which a driver is told; nothing is ever commanded. */
  readonly mode: ControlMode;
  /** `controller.time_step`, or what stands for it [ns]. */
  readonly periodNs: number;
  /** What the user should know of it, and that is no problem. */
  readonly notes: readonly string[];
}
