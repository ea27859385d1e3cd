import { fileURLToPath } from "node:url";
import { UR5E } from "../../robots/ur5e.ts";
import { testRobotDriver } from "../test_robot_driver.ts";
import { loadDriverModule } from "./load_driver_module.ts";

const PATH = fileURLToPath(new URL("./test_mock_module.ts", import.meta.url));

// What is loaded from a module, with its guard, keeps the contract as the driver in it does.
testRobotDriver({
  name: PATH,
  module: UR5E,
  create: async (context) => await (await loadDriverModule(PATH))(context),
  configPath: "",
  brokenPath: "/nonexistent/mock.yaml",
  tolerance: 1e-12,
});
