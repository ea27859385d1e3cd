/**
 * Controllers: the contract, how one is found by its name, and the built-in ones (each behind a `mod.ts` of its own). A controller of one's own is a
 * module whose default export is a {@link RobotControllerModuleFactory}:
 *
 * ```ts
 * import type { RobotControllerModuleFactory } from "./mod.ts";
 *
 * const createStayController: RobotControllerModuleFactory = ({ robots }) => {
 *   const start = robots.map(({ module }) => new Float64Array(module.joints.length));
 *   return {
 *     setEncoderValues() {}, // not needed to stay
 *     initializeRobot(robot, q) {
 *       start[robot].set(q);
 *       return 0;
 *     },
 *     run: () => 0,
 *     command(robot, mode, into) {
 *       for (let i = 0; i < into.length; i++) into[i] = mode === "position" ? start[robot][i] : 0;
 *       return 0;
 *     },
 *     lastError: () => "",
 *   };
 * };
 * export default createStayController;
 * ```
 *
 * @module
 */
export { builtInControllerNames } from "./built_in_controller_names.ts";
export { builtInControllers, type ControllerLoader } from "./built_in_controllers.ts";
export { ControllerError } from "./controller_error.ts";
export { ControllerRegistry } from "./controller_registry.ts";
export { createController } from "./create_controller.ts";
export type { RobotControllerModule, RobotControllerModuleFactory } from "./module/robot_controller_module.ts";
export type {
  ControlledRobot,
  RobotController,
  RobotControllerContext,
  RobotControllerFactory,
} from "./robot_controller.ts";
export type { ControlMode } from "../schemas/control_mode.ts";
export type { GripperDescription, JointDescription, RobotModule } from "../schemas/robot_module.ts";
