import type { RobotController, RobotControllerContext } from "../robot_controller.ts";

/**
 * What the default export of a controller's module makes: a {@link RobotController} of which the methods that are not needed may be left out.
 * Without `isRunning` it runs from `start` to `stop`; its period is `Timestep`.
 */
export type RobotControllerModule =
  & Pick<RobotController, "setEncoderValues" | "initializeRobot" | "run" | "command" | "lastError">
  & Partial<RobotController>;

/**
 * The default export of a module that is named by `Controller`. It may return a promise and take seconds; what it throws ends the manager, with
 * the place in the module.
 */
export type RobotControllerModuleFactory = (
  context: RobotControllerContext,
) => RobotControllerModule | Promise<RobotControllerModule>;
