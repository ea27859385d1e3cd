import assert from "node:assert/strict";
import { loadManagerConfig } from "../manager/config/load_manager_config.ts";
import { BUILT_IN_ROBOT_MODULES } from "../robots/built_in_robot_modules.ts";
import { robotsConfig } from "./robots_config.ts";

Deno.test("the manager accepts the generated configuration: all robots, in order, at 1 kHz, nothing started", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const names = ["a_1", "a_2", "a_3"];
    await Deno.writeTextFile(`${folder}/c.yaml`, robotsConfig({ names, driver: "RobotDriverMock" }));
    const config = await loadManagerConfig(`${folder}/c.yaml`, { modules: BUILT_IN_ROBOT_MODULES });
    assert.deepEqual(config.robots.map(({ name }) => name), names);
    assert.equal(config.tickNs, 1_000_000);
    assert.ok(config.robots.every(({ driver }) => !driver.autostart));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
