import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import type { WorldReport } from "../../drivers/mujoco/world/world_report.ts";
import { loadMujocoEngine } from "../../drivers/mujoco/load_mujoco_engine.ts";
import { openWorld } from "../../drivers/mujoco/world/open_world.ts";
import { loadScene } from "./load_scene.ts";
import { sceneReport } from "./scene_report.ts";

const FILE = fileURLToPath(new URL("../../examples/two_arms/scene.yaml", import.meta.url));

Deno.test("the report of the example tells all of it", async () => {
  const { scene } = await loadScene(FILE);
  const world = await openWorld(await loadMujocoEngine(), scene);
  try {
    const folder = FILE.replace("/scene.yaml", "");
    assert.deepEqual(sceneReport(world.report()).replaceAll(folder, "DIR").split("\n"), [
      "DIR/scene.yaml: 2 robots, 1 object",
      "world: physics every 0.001 s, gravity 0 0 -9.81 m/s², 11 bodies, 12 degrees of freedom, 12 geoms",
      "robot 'bender': bender from DIR/bender.xml, every 0.001 s (1 physics step), starts at keyframe home",
      "  joint  start  position  velocity  torque",
      "  turn   0      turn      (driver)  (driver)",
      "  lower  0.6    lower     (driver)  (driver)",
      "  upper  1.4    upper     (driver)  (driver)",
      "  force sensors: hand",
      "robot 'sweeper': sweeper from DIR/sweeper.xml, every 0.002 s (2 physics steps), starts at keyframe home",
      "  joint  start  position  velocity  torque",
      "  lift   0.1    lift      (driver)  (driver)",
      "  turn   0      turn      (driver)  (driver)",
      "  elbow  0      elbow     (driver)  (driver)",
      "objects: block",
    ]);
    // As JSON it loses nothing.
    assert.deepEqual(JSON.parse(JSON.stringify(world.report())), world.report());
  } finally {
    world.close();
  }
});

Deno.test("what is left over, added, missing, floating or inside each other is told", () => {
  const report: WorldReport = {
    file: "s.yaml",
    stepNs: 500_000,
    gravity: [0, 0, 0],
    robots: [{
      name: "r",
      module: "M",
      file: "r\u0007.xml",
      periodNs: 1e6,
      steps: 2,
      keyframe: "",
      isFloating: true,
      joints: [],
      bodySensors: [{ name: "trunk", source: "added" }, { name: "head", source: "missing" }, {
        name: "imu",
        source: "model",
      }],
      forceSensors: [{ name: "foot", source: "missing" }],
      otherJoints: ["'x'"],
      otherActuators: ["a", "number 3"],
      otherSensors: ["s"],
      warnings: ["the model lacks a sensor of the module: body sensor head"],
    }],
    objects: [],
    sizes: { bodies: 1, degreesOfFreedom: 1, geoms: 1 },
    contacts: [{ between: ["robot 'r', body b", "ground"], depth: 0.0123456 }],
    notes: ["the robots' models differ in cone"],
  };
  assert.deepEqual(sceneReport(report).split("\n"), [
    "s.yaml: 1 robot, 0 objects",
    "world: physics every 0.0005 s, gravity 0 0 0 m/s², 1 body, 1 degree of freedom, 1 geom",
    "robot 'r': M from r\\u0007.xml, every 0.001 s (2 physics steps), starts at the model's initial positions",
    "  IMUs: trunk (added), imu",
    "  its base moves freely: its pose is in no State, an IMU of the module on it tells of its motion",
    "  joints that the module lacks, and that are not commanded: 'x'",
    "  actuators that serve no joint of the module: a, number 3",
    "  sensors that the module lacks: s",
    "  warning: the model lacks a sensor of the module: body sensor head",
    "warning: at the start robot 'r', body b and ground are 12.35 mm inside each other, and are pushed apart; move them apart, or exclude the contact in the model",
    "note: the robots' models differ in cone",
  ]);
});
