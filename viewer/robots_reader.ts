import type { ConfigProblems } from "../core/config_problems.ts";
import type { InstallPrefix } from "../core/install_prefix.ts";
import type { YamlMap } from "../core/yaml_node.ts";
import type { ControlMode } from "../schemas/control_mode.ts";
import type { DriverConfig } from "../schemas/driver_config.ts";
import type { RobotModule } from "../schemas/robot_module.ts";

/** One robot of a manager's file, as far as it could be read; complete when no problem was noted. */
export interface ViewedRobot {
  /** The robot module. */
  readonly module: RobotModule | undefined;
  /** The section `robot_interface`, for this very computer. */
  readonly driver: DriverConfig;
  /** `controller.mode`. */
  readonly mode: ControlMode;
  /** `controller.time_step` [ns], or `Timestep`. */
  readonly timeStepNs: number | undefined;
  /** What the user should know, and that is no problem. */
  readonly notes: readonly string[];
}

/**
 * Reads the robot `name` of a manager's file as the manager does: `base` resolved, module found, unknown keys noted. `root` is the whole file
 * `file`, and has that robot; `installation` may have a controller that knows robot modules. It is handed in, because the manager's part of the program is beside the viewer's and not below it.
 */
export type RobotsReader = (
  root: YamlMap,
  file: string,
  name: string,
  installation: InstallPrefix,
  problems: ConfigProblems,
) => Promise<ViewedRobot>;
