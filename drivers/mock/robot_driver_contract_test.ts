import { UR5E } from "../../robots/ur5e.ts";
import { testRobotDriver } from "../test_robot_driver.ts";
import { createRobotDriverMock } from "./create_robot_driver_mock.ts";

testRobotDriver({
  name: "RobotDriverMock",
  module: UR5E,
  create: createRobotDriverMock,
  configPath: "",
  brokenPath: "/nonexistent/mock.yaml",
  tolerance: 1e-12,
});
