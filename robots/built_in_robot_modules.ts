import type { RobotModule } from "../schemas/robot_module.ts";
import { ARM7_GRIPPER } from "./arm7_gripper.ts";
import { UR5E } from "./ur5e.ts";

/** The robot modules of this program by the name that `Robots.<name>.module` gives; upper and lower case differ. */
export const BUILT_IN_ROBOT_MODULES: ReadonlyMap<string, RobotModule> = new Map(
  [UR5E, ARM7_GRIPPER].map((module) => [module.name, module]),
);
