import { CStruct } from "../../core/native/c_struct.ts";
import { namedListsStruct } from "../../core/native/named_lists_struct.ts";
import { CONTROL_MODES } from "../../schemas/control_mode.ts";
import type { RobotDriverContext } from "../robot_driver.ts";

const SIZE = 112;

/** `uri_driver_config` of `uri_driver.h`, filled from a context. */
export function driverConfigStruct(className: string, context: RobotDriverContext): CStruct {
  const { module } = context;
  const config = new CStruct(SIZE);
  config.u32(0, SIZE);
  config.u32(4, CONTROL_MODES.indexOf(context.mode));
  config.u64(8, context.periodNs);
  config.text(16, className);
  config.text(24, context.robot);
  config.text(32, context.ip);
  config.text(40, context.configPath);
  config.u32(48, context.port);
  config.u32(52, module.joints.length);
  config.texts(56, module.joints.map(({ name }) => name));
  config.u32(64, module.grippers.length);
  config.u32(68, module.bodySensors.length);
  config.struct(72, namedListsStruct(module.grippers));
  config.texts(80, module.bodySensors);
  config.texts(88, module.forceSensors);
  config.u32(96, module.forceSensors.length);
  return config;
}
