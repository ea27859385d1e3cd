import assert from "node:assert/strict";
import { builtInControllerNames } from "./built_in_controller_names.ts";
import { ControllerError } from "./controller_error.ts";
import { ControllerRegistry } from "./controller_registry.ts";
import { createController } from "./create_controller.ts";
import type { RobotControllerContext } from "./robot_controller.ts";

const CONTEXT: RobotControllerContext = { timeStepNs: 5e6, robots: [], configuration: {} };

Deno.test("controllers: every built-in one can be made", async () => {
  assert.deepEqual(builtInControllerNames, ["hold", "posture"]);
  for (const name of builtInControllerNames) {
    const controller = await createController(name, CONTEXT);
    assert.equal(controller.timeStepNs, 5e6);
    assert.equal(controller.run(), 0);
  }
});

Deno.test("controllers: an unknown name is refused with the names there are, and the nearest", async () => {
  await assert.rejects(createController("postur", CONTEXT), (error) => {
    assert.ok(error instanceof ControllerError);
    assert.equal(error.controller, "postur");
    assert.match(error.message, /Cannot create the controller 'postur': .* hold, posture; did you mean 'posture'\?/);
    return true;
  });
  await assert.rejects(
    createController("mc_rtc", CONTEXT),
    /wanted one of hold, posture; correct the key 'Controller'/,
  );
  await assert.rejects(createController("toString", CONTEXT), /none of that name/);
});

Deno.test("controllers: one that cannot be loaded is told with the cause", async () => {
  const registry = new ControllerRegistry({ broken: () => Promise.reject(new ControllerError("broken", "no code")) });
  await assert.rejects(registry.create("broken", CONTEXT), /Cannot load the controller 'broken': no code/);
});
