import type { RobotModule } from "../schemas/robot_module.ts";

/** What a viewer looks at. */
export interface ViewSubject {
  /** Name of the robot; "" when it has none. */
  readonly robot: string;
  /** Driver: class name or module. */
  readonly driver: string;
  /** Address that the driver was given. */
  readonly ip: string;
  /** Port that the driver was given. */
  readonly port: number;
  /** The robot module, when it is known. */
  readonly module?: RobotModule;
}
