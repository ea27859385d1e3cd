import assert from "node:assert/strict";
import { DriverError } from "../core/driver_error.ts";
import { builtInDriverNames } from "./built_in_driver_names.ts";
import { createDriver } from "./create_driver.ts";
import { DriverRegistry } from "./driver_registry.ts";
import type { RobotDriverContext } from "./robot_driver.ts";

function context(): RobotDriverContext {
  return {
    robot: "r",
    ip: "127.0.0.1",
    port: 0,
    configPath: "",
    mode: "position",
    periodNs: 1e6,
    module: { name: "M", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] },
    clock: { now: () => 0, sleepUntil: () => 0, stamp: () => {}, fromStamp: () => 0 },
    log: () => {},
  };
}

Deno.test("drivers: the built-in ones, each fetched when it is asked for", async () => {
  assert.deepEqual(builtInDriverNames, ["RobotDriverMock", "RobotDriverMuJoCo"]);
  const driver = await createDriver("RobotDriverMock", context());
  assert.equal(driver.sync(), 0);
  driver.close();
  for (const name of builtInDriverNames) assert.equal(typeof await new DriverRegistry().load(name), "function");
});

Deno.test("drivers: an unknown name is refused with the names there are, and the nearest", async () => {
  await assert.rejects(createDriver("RobotDriverMok", context()), (error) => {
    assert.ok(error instanceof DriverError);
    assert.equal(
      error.message,
      [
        "Plugin 'RobotDriverMok' not found: did you mean 'RobotDriverMock'? Correct robot_interface.driver",
        "Available plugins:",
        "  - RobotDriverMock",
        "  - RobotDriverMuJoCo",
      ].join("\n"),
    );
    return true;
  });
  await assert.rejects(createDriver("Foo", context()), /^DriverError: Plugin 'Foo' not found: correct robot_interface/);
  await assert.rejects(createDriver("constructor", context()), /Plugin 'constructor' not found/);
});

Deno.test("drivers: one that cannot be loaded is told with the cause; one that cannot be made keeps its own error", async () => {
  const registry = new DriverRegistry({
    Broken: () => Promise.reject(new DriverError("Broken", "no code")),
    Refusing: () => Promise.resolve(() => Promise.reject(new DriverError("Refusing", "no robot"))),
  });
  assert.deepEqual(registry.names, ["Broken", "Refusing"]);
  await assert.rejects(registry.create("Broken", context()), /Cannot load plugin 'Broken': no code/);
  await assert.rejects(registry.create("Refusing", context()), /^DriverError: no robot$/);
});
