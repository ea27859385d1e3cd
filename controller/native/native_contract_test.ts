import { buildController } from "../../tests/kit/build_controller.ts";
import type { RobotControllerFactory } from "../robot_controller.ts";
import { testRobotController } from "../test_robot_controller.ts";
import { loadNativeController } from "./load_native_controller.ts";

const ignore = buildController.isMissing();

/** The factory of one of the libraries; it is compiled when the first test needs it. */
function factoryOf(name: string, file: "scripted.cpp" | "plain.c"): RobotControllerFactory {
  return async (context) => await loadNativeController(name, await buildController.build(file))(context);
}

testRobotController({
  name: "in C++",
  create: factoryOf("scripted", "scripted.cpp"),
  configuration: {},
  broken: { Scripted: { at: "soon" } },
  ignore,
  keepsLibrary: true,
});

testRobotController({
  name: "in C",
  create: factoryOf("plain", "plain.c"),
  configuration: {},
  broken: { Plain: { refuse: true } },
  ignore,
  keepsLibrary: true,
});
