/**
 * Drivers: the contract, how one is found by its name, and the built-in ones (each behind a `mod.ts` of its own). A driver of one's own is a module
 * whose default export is a {@link RobotDriverModuleFactory}:
 *
 * ```ts
 * import type { RobotDriverModuleFactory } from "./mod.ts";
 *
 * const createStillRobot: RobotDriverModuleFactory = ({ clock, periodNs, module }) => {
 *   const q = Float64Array.from(module.posture);
 *   let due = clock.now();
 *   return {
 *     sync() { // blocks, and so paces the loop
 *       due += periodNs;
 *       clock.sleepUntil(due);
 *       return 0;
 *     },
 *     readState(into) {
 *       into.position.set(q);
 *       into.positionCount = q.length;
 *       into.velocityCount = into.torqueCount = 0; // it measures none
 *       return 0;
 *     },
 *     servoJ(target) {
 *       q.set(target);
 *       return 0;
 *     },
 *     lastError: () => "",
 *   };
 * };
 * export default createStillRobot;
 * ```
 *
 * @module
 */
export { builtInDriverNames } from "./built_in_driver_names.ts";
export { builtInDrivers, type DriverLoader } from "./built_in_drivers.ts";
export { createDriver } from "./create_driver.ts";
export { DriverRegistry } from "./driver_registry.ts";
export type { RobotDriverModule, RobotDriverModuleFactory } from "./module/robot_driver_module.ts";
export type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "./robot_driver.ts";
export type { Clock } from "../core/clock.ts";
export type { ControlMode } from "../schemas/control_mode.ts";
export type { GripperDescription, JointDescription, RobotModule } from "../schemas/robot_module.ts";
export type { BodySensorSlot, ForceSensorSlot, RobotState } from "../schemas/robot_state.ts";
