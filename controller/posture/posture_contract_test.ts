import { testRobotController } from "../test_robot_controller.ts";
import { createPostureController } from "./create_posture_controller.ts";

const robots = { two: { targets: [[1, -1], [0, 0]] }, three: { targets: [[0.5, 0.5, 0.5]] } };

testRobotController({
  name: "posture",
  create: createPostureController,
  configuration: { posture: { dwell: 0.2, loop: true, speed: 1, robots } },
  broken: { posture: { dwell: -1, loop: true, speed: 1, robots } },
});
