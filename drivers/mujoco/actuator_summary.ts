import type { RobotDriverContext } from "../robot_driver.ts";
import type { ActuatorMap } from "./actuator_map.ts";
import type { MujocoModel } from "./mujoco_model.ts";

/** What a log tells of the actuators of a mode, one text each: joints that the driver serves itself, and actuators that are switched off. */
export function actuatorSummary(
  { module, mode }: Pick<RobotDriverContext, "module" | "mode">,
  { actuators }: MujocoModel,
  { unserved, others }: ActuatorMap,
): string[] {
  const own = module.joints.filter((_, joint) => unserved[joint] === 1).map(({ name }) => name);
  const off = others.map((actuator) => actuators[actuator] || `number ${actuator}`);
  return [
    ...(own.length > 0 ? [`no ${mode} actuator, so the driver acts on the joint: ${own.join(", ")}`] : []),
    ...(off.length > 0 ? [`actuators switched off in ${mode} mode: ${off.join(", ")}`] : []),
  ];
}
