import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ControllerError } from "../controller_error.ts";
import { TestModules } from "../../core/module/test_modules.ts";
import type { RobotControllerContext } from "../robot_controller.ts";
import { testRobotController } from "../test_robot_controller.ts";
import { loadControllerModule } from "./load_controller_module.ts";

const GOOD = "setEncoderValues() {}, initializeRobot: () => 0, run: () => 0, command: () => 7, lastError: () => ''";
const CONTEXT: RobotControllerContext = { timeStepNs: 5e6, robots: [], configuration: { mine: { a: 1 } } };

// What is loaded from a module, with its guard, keeps the contract as the controller in it does.
const POSTURE = fileURLToPath(new URL("./test_posture_module.ts", import.meta.url));
testRobotController({
  name: "of a module, guarded",
  create: async (context) => await (await loadControllerModule(POSTURE))(context),
  configuration: {
    posture: { dwell: 0.1, loop: true, speed: 0.5, robots: { two: { targets: [[0.1, 0.2], [0, 0]] } } },
  },
});

Deno.test("controller module: the factory gets the whole configuration, and may be async", async () => {
  using modules = new TestModules();
  for (const sign of ["", "async "]) {
    const path = modules.write(
      `export default ${sign}({ configuration }) => ({ ${GOOD}, run: () => configuration.mine.a })`,
    );
    const controller = await (await loadControllerModule(path))(CONTEXT);
    assert.deepEqual([controller.run(), controller.command(0, "position", new Float64Array())], [1, 7]);
    assert.equal(controller.timeStepNs, 5e6);
  }
});

Deno.test("controller module: what goes wrong is a ControllerError with the whole story", async () => {
  using modules = new TestModules();
  for (
    const [text, message] of [
      [
        "export default () => ({ run: () => 0, lastError: () => '' })",
        /: setEncoderValues\(\) is missing, which takes measured positions; initializeRobot\(\) is missing.*; command\(\) is missing/,
      ],
      [`export default () => ({ ${GOOD}, async start() {} })`, /: start\(\) is an async function/],
      [
        `export default () => { throw new Error("mine.a: 5 is no text; wanted one"); }`,
        /: mine\.a: 5 is no text; wanted one \(m\d\.js:1:30\)$/,
      ],
      ["export default {};", /its default export is of type object; a function was wanted, which makes the controller/],
    ] as const
  ) {
    const path = modules.write(text);
    await assert.rejects((await loadControllerModule(path))(CONTEXT), (error) => {
      assert.ok(error instanceof ControllerError);
      assert.equal(error.controller, path);
      assert.match(error.message, message);
      return true;
    });
  }
});
