import { fileURLToPath } from "node:url";
import { UR5E } from "../../robots/ur5e.ts";
import { testRobotDriver } from "../test_robot_driver.ts";
import { testEngine } from "./test_engine.ts";

testRobotDriver({
  name: "RobotDriverMuJoCo",
  module: UR5E,
  create: testEngine.create,
  configPath: fileURLToPath(new URL("../../examples/ur5e/ur5e.xml", import.meta.url)),
  brokenPath: "/nonexistent/model.xml",
  tolerance: 5e-3,
});
