import { createPostureController } from "../posture/create_posture_controller.ts";
import type { RobotControllerModuleFactory } from "./robot_controller_module.ts";

/** A module with the built-in controller `posture`. */
const testPostureModule: RobotControllerModuleFactory = (context) => createPostureController(context);
export default testPostureModule;
