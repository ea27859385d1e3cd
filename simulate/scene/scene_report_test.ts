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
      "world: physics step 0.001 s, gravity 0 0 -9.81 m/s², 11 bodies, 12 degrees of",
      "  freedom, 12 geoms",
      "objects: block",
      "",
      "robot 'bender': module bender, 6.039 kg, every 0.001 s (1 physics step)",
      "  model: DIR/bender.xml",
      "  starts at keyframe home",
      "  joint  start    range        actuators",
      "  turn   0 rad    -2.5 to 2.5  turn (position)",
      "  lower  0.6 rad  -1.6 to 1.6  lower (position)",
      "  upper  1.4 rad  -2.4 to 2.4  upper (position)",
      "  force sensors: hand",
      "",
      "robot 'sweeper': module sweeper, 9.334 kg, every 0.002 s (2 physics steps)",
      "  model: DIR/sweeper.xml",
      "  starts at keyframe home",
      "  joint  start  range        actuators",
      "  lift   0.1 m  0 to 0.25    lift (position)",
      "  turn   0 rad  -2.5 to 2.5  turn (position)",
      "  elbow  0 rad  -2.2 to 2.2  elbow (position)",
      "",
      "In modes without an actuator of the model, the driver moves a joint itself.",
      "At the start nothing is more than a millimetre inside anything else.",
      "The scene can be simulated: 0 warnings, 0 notes.",
    ]);
    // As JSON it loses nothing.
    assert.deepEqual(JSON.parse(JSON.stringify(world.report())), world.report());
  } finally {
    world.close();
  }
});

const REPORT: WorldReport = {
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
    keyframes: ["up", "number 1"],
    massKg: 4000.12345,
    isFloating: true,
    joints: [{
      name: "a",
      type: "revolute",
      start: 0.1234567,
      range: null,
      actuators: { position: ["servo", "left"], velocity: ["left"], torque: [] },
    }, {
      name: "日本",
      type: "prismatic",
      start: 0,
      range: [0, 0.4],
      actuators: { position: [], velocity: [], torque: [] },
    }],
    bodySensors: [{ name: "trunk", source: "added" }, { name: "head", source: "missing" }, {
      name: "imu",
      source: "model",
    }],
    forceSensors: [{ name: "foot", source: "missing" }],
    otherJoints: [
      { name: "root", type: "free", follows: "" },
      { name: "f2", type: "revolute", follows: "a" },
      { name: "x", type: "prismatic", follows: "" },
      { name: "number 3", type: "ball", follows: "" },
    ],
    otherActuators: ["a", "number 3"],
    otherSensors: ["s"],
    warnings: ["the model lacks a sensor of the module: body sensor head"],
    notes: ["link 'l' has 4000 kg"],
  }],
  objects: [],
  sizes: { bodies: 1, degreesOfFreedom: 1, geoms: 1 },
  contacts: [{ between: ["robot 'r', body b", "ground"], depth: 0.0123456 }],
  notes: ["the robots' models differ in cone"],
};

Deno.test("what is left over, added, missing, floating, heavy or inside each other is told", () => {
  assert.deepEqual(sceneReport(REPORT).split("\n"), [
    "s.yaml: 1 robot, 0 objects",
    "world: physics step 0.0005 s, gravity 0 0 0 m/s², 1 body, 1 degree of freedom,",
    "  1 geom",
    "",
    "robot 'r': module M, 4000 kg, every 0.001 s (2 physics steps)",
    "  model: r\\u0007.xml",
    "  starts at the model's initial positions; other keyframes: up, number 1",
    "  joint  start       range     actuators",
    "  a      0.1235 rad  none      servo (position), left (position, velocity)",
    "  日本   0 m         0 to 0.4  none",
    "  IMUs: trunk (added), imu",
    "  joints that follow others: f2 (a)",
    "  joints that the module lacks, and that are not commanded: x, number 3 (ball)",
    "  actuators that serve no joint of the module: a, number 3",
    "  sensors that the module lacks: s",
    "  moves freely: root; its pose is in no State, an IMU of the module on it",
    "    tells of its motion",
    "  warning: the model lacks a sensor of the module: body sensor head",
    "  note: link 'l' has 4000 kg",
    "",
    "In modes without an actuator of the model, the driver moves a joint itself.",
    "warning: at the start robot 'r', body b and ground are 12.35 mm inside each",
    "  other, and are pushed apart; move them apart, or exclude the contact in the",
    "  model",
    "note: the robots' models differ in cone",
    "The scene can be simulated: 2 warnings, 2 notes.",
  ]);
});

Deno.test("actuators that do not fit beside each other stand below each other, and many contacts are counted", () => {
  const name = "left_shoulder_pan_joint_of_the_long_robot";
  const [robot] = REPORT.robots;
  const joint = { ...robot.joints[0], name, actuators: { position: [name], velocity: [`${name}_v`], torque: [] } };
  const text = sceneReport({
    ...REPORT,
    robots: [{ ...robot, joints: [joint] }],
    contacts: Array.from({ length: 12 }, () => REPORT.contacts[0]),
  });
  const begin = " ".repeat(2 + name.length + 2 + "0.1235 rad".length + 2 + "range".length + 2);
  assert.ok(text.includes(`\n  ${name}  0.1235 rad  none   ${name} (position)\n${begin}${name}_v (velocity)\n`), text);
  assert.match(text, /warning: so are 2 more; --json lists them/);
  assert.match(text, /13 warnings/);
});
