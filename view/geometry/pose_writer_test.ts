import assert from "node:assert/strict";
import { loadMujocoEngine } from "../../drivers/mujoco/load_mujoco_engine.ts";
import { openWorld } from "../../drivers/mujoco/world/open_world.ts";
import type { WorldScene } from "../../drivers/mujoco/world/world_scene.ts";
import { UR5E } from "../../robots/ur5e.ts";
import { projectRoot } from "../../tools/project_root.ts";
import { jointSources } from "./joint_sources.ts";
import { mujocoGeometry } from "./mujoco_geometry.ts";
import { PoseWriter } from "./pose_writer.ts";

const robot = (name: string, y: number) => ({
  name,
  file: `${projectRoot()}/examples/ur5e/ur5e.xml`,
  module: UR5E,
  periodNs: 1e6,
  pose: { position: [0, y, 0.5] as const, orientation: [1, 0, 0, 0] as const },
});

Deno.test("a world of two robots: bodies, joints by robot, and poses that move with it", async () => {
  const engine = await loadMujocoEngine();
  const scene = { file: "scene.yaml", ground: true, robots: [robot("left", 1), robot("right", -1)], objects: [] };
  const world = await openWorld(engine, scene as unknown as WorldScene);
  const { bodies } = mujocoGeometry(world.model, jointSources(world.robots));
  const writer = new PoseWriter(world.model);
  assert.equal(writer.poses.length, 7 * bodies.length);
  const joints = bodies.flatMap((body) => body.joints);
  assert.deepEqual(
    joints.map(({ robot, joint }) => [robot, joint]),
    [0, 1].flatMap((robot) => [0, 1, 2, 3, 4, 5].map((joint) => [robot, joint])),
  );
  const of = (name: string) => bodies.findIndex((body) => body.name.startsWith(name) && body.isRobot);
  for (const [name, y] of [["left", 1], ["right", -1]] as const) {
    const at = 7 * of(name);
    assert.deepEqual([...writer.poses.subarray(at, at + 3)], [0, y, 0.5], name);
    assert.ok(Math.abs(Math.hypot(...writer.poses.subarray(at + 3, at + 7)) - 1) < 1e-9);
  }
  const reader = new Float64Array(writer.poses.buffer);
  const before = [...reader];
  world.model.simulation.state("qvel").set([1, 1]);
  world.advance(50);
  assert.deepEqual([...reader], before, "nothing is copied before it is asked for");
  writer.write();
  assert.notDeepEqual([...reader], before);
  world.close();
});
