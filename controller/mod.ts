/** Controllers: the contract, how one is found by its name, and the built-in ones (each behind a `mod.ts` of its own). */
export { builtInControllerNames } from "./built_in_controller_names.ts";
export { builtInControllers, type ControllerLoader } from "./built_in_controllers.ts";
export { ControllerError } from "./controller_error.ts";
export { ControllerRegistry } from "./controller_registry.ts";
export { createController } from "./create_controller.ts";
export type {
  ControlledRobot,
  RobotController,
  RobotControllerContext,
  RobotControllerFactory,
} from "./robot_controller.ts";
