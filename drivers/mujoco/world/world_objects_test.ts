import assert from "node:assert/strict";
import { testNear as near } from "./test_near.ts";
import { TestWorld } from "./test_world.ts";
import type { WorldPose, WorldShapedObject } from "./world_scene.ts";

const at = (x: number, y: number, z: number): WorldPose => ({ position: [x, y, z], orientation: [1, 0, 0, 0] });
const object = (name: string, pose: WorldPose, rest: Partial<WorldShapedObject> = {}): WorldShapedObject => ({
  name,
  pose,
  shape: { kind: "box", size: [0.1, 0.1, 0.1] },
  isFixed: false,
  ...rest,
});
const OBJ = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

Deno.test("objects of every shape fall and rest on the ground with their real sizes; fixed ones stay", async () => {
  using scene = await TestWorld.open({
    timestepS: 0.001,
    objects: [
      object("box", at(0, 0, 0.2), { shape: { kind: "box", size: [0.1, 0.2, 0.3] } }),
      object("ball", at(1, 0, 0.2), { shape: { kind: "sphere", radius: 0.05 }, mass: 0.5 }),
      object("can", at(2, 0, 0.2), { shape: { kind: "cylinder", radius: 0.04, length: 0.12 } }),
      object("shelf", at(3, 0, 0.5), { isFixed: true }),
      object("on shelf", at(3, 0, 0.62)),
    ],
  });
  const masses = scene.world.model.simulation.numbers("body_mass");
  const mass = (body: string) => masses[scene.world.model.bodies.indexOf(body)];
  near([mass("box"), mass("ball")], [1000 * 0.1 * 0.2 * 0.3, 0.5], 1e-9);
  scene.run(1.5);
  near(["box", "ball", "can", "shelf", "on shelf"].map((name) => scene.positionOf(name)[2]), [
    0.15,
    0.05,
    0.06,
    0.5,
    0.6,
  ], 2e-3);
});

Deno.test("a mesh is an object, in metres times its scale", async () => {
  const path = Deno.makeTempFileSync({ suffix: ".obj" });
  try {
    Deno.writeTextFileSync(path, OBJ);
    const mesh = (scale: number) => ({ kind: "mesh", file: path, scale: [scale, scale, scale] }) as const;
    using meshes = await TestWorld.open({
      timestepS: 0.001,
      objects: [object("one", at(0, 0, 0.3), { shape: mesh(1) }), object("two", at(1, 0, 0.3), { shape: mesh(2) })],
    });
    const masses = meshes.world.model.simulation.numbers("body_mass");
    near([masses[1], masses[2]], [1000 / 6 * 1e-3, 8000 / 6 * 1e-3], 1e-6);
    meshes.run(1);
    assert.ok(meshes.positionOf("two")[2] < 0.2, "it falls");
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("friction and colour are those of the object", async () => {
  using scene = await TestWorld.open({
    timestepS: 0.001,
    gravity: [2, 0, -9.81],
    objects: [
      object("slippery", at(0, 0, 0.05), { friction: [0.01], colour: [1, 0, 0, 0.5] }),
      object("rough", at(0, 1, 0.05), { friction: [1.5, 0.01, 0.001] }),
    ],
  });
  const { simulation } = scene.world.model;
  near(simulation.floats("geom_rgba").subarray(4, 8), [1, 0, 0, 0.5], 1e-6);
  near(simulation.numbers("geom_friction").subarray(6, 9), [1.5, 0.01, 0.001], 1e-9);
});

Deno.test("an object from a file moves as the file says, and is told by the object's name", async () => {
  const cup = `<mujoco><worldbody><geom name="floor" type="plane" size="1 1 1"/><light pos="0 0 3"/>
    <body name="cup" pos="0 0 0.1"><freejoint/><geom type="cylinder" size="0.04 0.05" mass="0.2"/></body></worldbody>
    <keyframe><key qpos="0 0 0.4 1 0 0 0"/></keyframe></mujoco>`;
  using scene = await TestWorld.open({
    timestepS: 0.001,
    files: { "cup.xml": cup },
    objects: [
      { name: "cup", file: "cup.xml", pose: at(1, 0, 1) },
      { name: "another", file: "cup.xml", pose: { position: [2, 0, 0], orientation: [0, 0, 0, 1] } },
      object("box", at(1, 0, 0.1), { shape: { kind: "box", size: [0.2, 0.2, 0.2] }, isFixed: true }),
    ],
  });
  near(scene.positionOf("cup/cup"), [1, 0, 1.4], 1e-9);
  near(scene.positionOf("another/cup"), [2, 0, 0.4], 1e-9);
  assert.equal(scene.world.model.simulation.sizes.nlight, 0);
  scene.run(1.5);
  near([scene.positionOf("cup/cup")[2], scene.positionOf("another/cup")[2]], [0.25, 0.05], 2e-3);
});

Deno.test("an environment brings its options, keyframe, lights and floor; the scene has the last word on gravity and timestep", async () => {
  const environment =
    `<mujoco><option timestep="0.004" gravity="0 0 -1.62" integrator="implicitfast"/><worldbody><light pos="0 0 3"/>
    <geom name="floor" type="plane" size="0 0 1" pos="0 0 0.3"/>
    <body name="crate" pos="0 0 1"><freejoint/><geom type="box" size="0.1 0.1 0.1"/></body></worldbody>
    <keyframe><key qpos="0 1 2 1 0 0 0"/></keyframe></mujoco>`;
  const arm =
    `<mujoco><option timestep="0.001" gravity="0 0 -5"/><worldbody><geom name="floor" type="plane" size="1 1 1" pos="0 0 1"/>
    <body name="link"><joint name="turn"/><geom size="0.05" pos="0.1 0 0" mass="1"/></body></worldbody></mujoco>`;
  const options = {
    files: { "world/moon.xml": environment, "arm.xml": arm },
    environment: "world/moon.xml",
    ground: false,
    robots: [{ file: "arm.xml", module: ["turn"], position: [5, 0, 2] }],
  } as const;
  using moon = await TestWorld.open(options);
  assert.deepEqual(moon.world.report().gravity, [0, 0, -1.62]);
  assert.equal(moon.world.stepS, 0.001);
  assert.equal(moon.world.model.simulation.sizes.nlight, 1);
  near(moon.positionOf("crate"), [0, 1, 2], 1e-9);
  moon.run(3);
  near([moon.positionOf("crate")[2]], [0.4], 2e-3);
  using other = await TestWorld.open({ ...options, timestepS: 0.0005, gravity: [0, 0, 0] });
  assert.deepEqual([other.world.stepS, other.world.report().gravity], [0.0005, [0, 0, 0]]);
  other.run(0.5);
  near(other.positionOf("crate"), [0, 1, 2], 1e-9);
});

Deno.test("floors of robots' models touch nothing, and what refers to them stays", async () => {
  const arm = `<mujoco><option timestep="0.001"/><worldbody><geom name="floor" type="plane" size="1 1 1" pos="0 0 0.5"/>
    <body name="link"><joint name="turn"/><geom name="tip" size="0.05" pos="0.1 0 0" mass="1"/></body></worldbody>
    <contact><pair geom1="floor" geom2="tip"/></contact></mujoco>`;
  using scene = await TestWorld.open({
    files: { "arm.xml": arm },
    robots: [{ file: "arm.xml", module: ["turn"], position: [3, 0, 1] }],
    objects: [object("box", at(0, 0, 0.3))],
  });
  assert.equal(scene.world.model.simulation.sizes.npair, 1);
  scene.run(1);
  near([scene.positionOf("box")[2]], [0.05], 2e-3);
});

Deno.test("a report tells what is inside each other at the start, by robot and object, and robots that nothing touches", async () => {
  const arm = (rest: string) =>
    `<mujoco><option timestep="0.001"/><worldbody><geom size="0.1" ${rest}/><geom size="0.02" pos="0 0 1" ${rest}/>
    <body name="link"><joint name="turn"/><geom name="tip" size="0.05" pos="0.5 0 0.5" mass="1" ${rest}/></body></worldbody></mujoco>`;
  using scene = await TestWorld.open({
    files: { "arm.xml": arm(""), "ghost.xml": arm(`contype="0" conaffinity="0"`) },
    robots: [
      { file: "ghost.xml", module: ["turn"], position: [9, 0, 0] },
      { file: "arm.xml", name: "left" },
      { name: "right", position: [0, 4, 0] },
    ],
    objects: [
      object("box", at(0.5, 0, 0.5)),
      object("crate", at(0, 4, 1), { shape: { kind: "box", size: [0.1, 0.1, 0.1] } }),
    ],
  });
  const { contacts, robots } = scene.world.report();
  const texts = contacts.map(({ between }) => [...between].sort().join(" | "));
  assert.deepEqual(texts.toSorted(), ["box | robot 'left', geom tip", "crate | robot 'right', geom number 6"]);
  assert.ok(contacts.every(({ depth }) => depth > 0.05 && depth < 0.2), JSON.stringify(contacts));
  assert.match(robots[0].warnings.join(), /nothing of it collides/);
  assert.deepEqual(robots[1].warnings, []);
});

Deno.test("two things of one name are refused with what to do", async () => {
  await assert.rejects(
    TestWorld.open({ timestepS: 0.001, objects: [object("ground", at(0, 0, 1))] }),
    {
      name: "DriverError",
      message:
        /building the world of .*scene\.yaml: .*repeated name 'ground' in geom.*; two things have one name; rename/,
    },
  );
});
