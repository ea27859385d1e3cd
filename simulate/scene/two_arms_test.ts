import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { TestClock } from "../../core/test_clock.ts";
import { loadMujocoEngine } from "../../drivers/mujoco/load_mujoco_engine.ts";
import { openWorld } from "../../drivers/mujoco/world/open_world.ts";
import { emptyState } from "../../schemas/empty_state.ts";
import { loadScene } from "./load_scene.ts";

Deno.test("the two arms of the example push the block, touch each other, and feel it", async () => {
  const { scene } = await loadScene(fileURLToPath(new URL("../../examples/two_arms/scene.yaml", import.meta.url)));
  const world = await openWorld(await loadMujocoEngine(), scene);
  try {
    assert.deepEqual(world.report().contacts, []);
    const robots = await Promise.all(world.robots.map(async (robot, index) => {
      const { periodNs } = scene.robots[index];
      const context = { robot: robot.name, ip: "", port: 0, configPath: "", clock: new TestClock(), log: () => {} };
      const driver = await robot.createDriver({ ...context, mode: "position", periodNs, module: robot.module });
      const { joints, bodySensors, forceSensors } = robot.module;
      const state = emptyState(joints.length, bodySensors, forceSensors);
      driver.readState(state);
      return { driver, state, target: state.position.slice() };
    }));
    const move = (index: number, ...to: number[]) => {
      const from = robots[index].target.slice();
      for (let i = 1; i <= 1500; i++) {
        robots[index].target.set(from.map((value, joint) => value + (to[joint] - value) * Math.min(1, i / 1200)));
        for (const { driver, target } of robots) assert.equal(driver.servoJ(target), 0);
        assert.equal(world.advance(1), 0, world.lastError());
      }
      for (const { driver, state } of robots) driver.readState(state);
    };
    const block = () =>
      Array.from(
        world.model.simulation.state("xpos").subarray(3 * world.model.bodies.indexOf("block")).subarray(0, 3),
      );
    const force = () => Math.hypot(...robots[0].state.forceSensors[0].force);
    move(0, 0, 1.4, 1.2);
    const before = block();
    move(0, 0.9, 1.4, 1.2);
    const after = block();
    assert.ok(Math.hypot(after[0] - before[0], after[1] - before[1]) > 0.1, `${before} to ${after}`);
    assert.ok(Math.abs(after[2] - 0.04) < 2e-3, "it slides over the ground");
    move(1, 0, 0, 0);
    const light = force();
    move(1, 0, -1.2, 0);
    assert.ok(robots[1].state.position[1] > -1.1, `turn ${robots[1].state.position[1]}: stopped by the other arm`);
    assert.ok(force() > light + 20, `${light} N to ${force()} N`);
  } finally {
    world.close();
  }
});
