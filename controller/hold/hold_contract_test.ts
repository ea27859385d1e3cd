import { testRobotController } from "../test_robot_controller.ts";
import { createHoldController } from "./create_hold_controller.ts";

testRobotController({ name: "hold", create: createHoldController, configuration: {} });
