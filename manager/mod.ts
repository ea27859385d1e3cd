/**
 * The manager's side of a robot: the contract of its proxy, how one is found, and the standard one. A proxy of one's own is a module whose default
 * export is a {@link RobotProxyModuleFactory}; this one lets nothing go out to the robot for the first second:
 *
 * ```ts
 * import type { RobotProxyModuleFactory } from "./mod.ts";
 *
 * const createPatientProxy: RobotProxyModuleFactory = (context, { InterfaceTemplate }) => {
 *   const standard = new InterfaceTemplate(context);
 *   const begin = context.clock.now();
 *   return {
 *     updateSensors: (controller, now) => standard.updateSensors(controller, now),
 *     updateControl(controller, now) {
 *       if (now.ns - begin > 1e9) standard.updateControl(controller, now);
 *     },
 *     isInitialized: () => standard.isInitialized(),
 *     connectionError: (now) => standard.connectionError(now),
 *   };
 * };
 * export default createPatientProxy;
 * ```
 *
 * @module
 */
export { ConnectionLoss } from "./connection_loss.ts";
export { InterfaceTemplate } from "./interface_template.ts";
export { ProxyRegistry } from "./proxy_registry.ts";
export type { RobotProxy } from "./robot_proxy.ts";
export type { RobotProxyContext, RobotProxyFactory } from "./robot_proxy_factory.ts";
export type { RobotProxyKit, RobotProxyModuleFactory } from "./robot_proxy_kit.ts";
export type { LoopTime } from "../core/loop_time.ts";
