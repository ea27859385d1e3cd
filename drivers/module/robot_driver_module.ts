import type { RobotDriver, RobotDriverContext } from "../robot_driver.ts";

/**
 * What the default export of a driver's module makes: a {@link RobotDriver} of which some methods may be left out. Of `servoJ`, `speedJ` and
 * `tauJ` the one of the robot's mode is needed; without `close` nothing is released.
 */
export type RobotDriverModule =
  & Pick<RobotDriver, "sync" | "readState" | "lastError">
  & Partial<Pick<RobotDriver, "servoJ" | "speedJ" | "tauJ" | "sensorNames" | "close">>;

/**
 * The default export of a module that is named by `robot_interface.driver`. It may return a promise and take seconds; what it throws is told to
 * the manager, with the place in the module.
 */
export type RobotDriverModuleFactory = (context: RobotDriverContext) => RobotDriverModule | Promise<RobotDriverModule>;
