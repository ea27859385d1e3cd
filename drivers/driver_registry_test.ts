import assert from "node:assert/strict";
import { DriverError } from "../core/driver_error.ts";
import { Libc } from "../core/posix/libc.ts";
import { builtInDriverNames } from "./built_in_driver_names.ts";
import { createDriver } from "./create_driver.ts";
import type { PluginPlaces } from "../core/plugin_places.ts";
import { DriverRegistry } from "./driver_registry.ts";
import type { RobotDriverContext } from "./robot_driver.ts";

new Libc(); // opened here, so that no single test is found to have left it open

const PLACES: PluginPlaces = { installation: { prefix: "/nowhere/uri", reason: "" } };

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
  const driver = await createDriver("RobotDriverMock", context(), PLACES);
  assert.equal(driver.sync(), 0);
  driver.close();
  for (const name of builtInDriverNames) {
    assert.equal(typeof await new DriverRegistry().load(name, PLACES, () => {}), "function");
  }
});

Deno.test("drivers: an unknown name is refused with the names there are, and the nearest", async () => {
  await assert.rejects(createDriver("RobotDriverMok", context(), PLACES), (error) => {
    assert.ok(error instanceof DriverError);
    assert.equal(
      error.message,
      [
        "[PluginLoader] Plugin 'RobotDriverMok' not found",
        "[PluginLoader] Searched paths:",
        "  - /nowhere/uri/lib/robot_interface (does not exist)",
        "[PluginLoader] Available plugins:",
        "  - RobotDriverMock (built in)",
        "  - RobotDriverMuJoCo (built in)",
        "[PluginLoader] Cannot load plugin: RobotDriverMok: did you mean 'RobotDriverMock'?",
      ].join("\n"),
    );
    return true;
  });
  await assert.rejects(createDriver("Foo", context(), PLACES), /Cannot load plugin: Foo: correct robot_interface/);
  await assert.rejects(createDriver("constructor", context(), PLACES), /Plugin 'constructor' not found/);
});

Deno.test("drivers: one that cannot be loaded is told with the cause; one that cannot be made keeps its own error", async () => {
  for (const name of ["../Foo", "/opt/Foo", "a/b", "", "Foo\0"]) {
    await assert.rejects(
      createDriver(name, context(), PLACES),
      /Cannot load plugin: '.*' (is no class name|is empty)/s,
    );
  }
  const registry = new DriverRegistry({
    Broken: () => Promise.reject(new DriverError("Broken", "no code")),
    Refusing: () => Promise.resolve(() => Promise.reject(new DriverError("Refusing", "no robot"))),
  });
  assert.deepEqual(registry.names, ["Broken", "Refusing"]);
  await assert.rejects(registry.create("Broken", context(), PLACES), /DriverError: no code/);
  await assert.rejects(registry.create("Refusing", context(), PLACES), /^DriverError: no robot$/);
});
