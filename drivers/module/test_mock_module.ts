import { createRobotDriverMock } from "../mock/create_robot_driver_mock.ts";
import type { RobotDriverModuleFactory } from "./robot_driver_module.ts";

/** A module with the mock robot as its driver. */
const testMockModule: RobotDriverModuleFactory = (context) => createRobotDriverMock(context);
export default testMockModule;
