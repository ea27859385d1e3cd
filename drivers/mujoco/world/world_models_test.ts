import assert from "node:assert/strict";
import { DriverError } from "../../../core/driver_error.ts";
import type { RobotModule } from "../../../schemas/robot_module.ts";
import { testEngine } from "../test_engine.ts";
import { testNear as near } from "./test_near.ts";
import { TestWorld, type TestWorldOptions } from "./test_world.ts";

const HALF = Math.SQRT1_2;
const ARM = `<mujoco><option timestep="0.001"/><worldbody><body name="link"><joint name="turn" axis="0 0 1"/>
  <geom type="capsule" fromto="0 0 0.2 0.5 0 0.2" size="0.03"/></body></worldbody></mujoco>`;
/** The corners of a tetrahedron, 0.1 m long. */
const OBJ = "v 0 0 0\nv 0.1 0 0\nv 0 0.1 0\nv 0 0 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
const URDF = (mesh: string) =>
  `<robot name="r"><link name="base"/>
    <link name="a"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>${
    mesh === "" ? "" : `<collision><geometry><mesh filename="${mesh}"/></geometry></collision>`
  }</link>
    <link name="b"><inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial></link>
    <joint name="j1" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="50" velocity="2"/></joint>
    <joint name="j2" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.5 0 0"/><axis xyz="0 0 1"/>
      <limit lower="-4" upper="4" effort="50" velocity="2"/><mimic joint="j1" multiplier="-2" offset="0.1"/></joint></robot>`;

/** Message of the `DriverError` by which the world is refused. */
async function refusal(options: TestWorldOptions): Promise<string> {
  try {
    (await TestWorld.open(options))[Symbol.dispose]();
  } catch (error) {
    assert.ok(error instanceof DriverError, String(error));
    assert.equal(error.message.includes("\n"), false);
    return error.message;
  }
  return assert.fail("the world accepted what it should refuse");
}

const withImu = (joints: readonly string[], bodySensors: readonly string[]): RobotModule => ({
  name: "Floating",
  joints: joints.map((name) => ({
    name,
    type: "revolute",
    lower: -2,
    upper: 2,
    velocity: 5,
    acceleration: 20,
    effort: 50,
  })),
  grippers: [],
  bodySensors,
  forceSensors: [],
  posture: joints.map(() => 0),
});

Deno.test("includes, and meshes in sub-folders with one file name, are found for several robots", async () => {
  const model = (folder: string) =>
    `<mujoco><compiler meshdir="meshes/${folder}"/><option timestep="0.001"/><include file="parts/assets.xml"/>
      <worldbody><body name="link"><joint name="turn" axis="0 0 1"/><geom type="mesh" mesh="part" density="1000"/></body></worldbody></mujoco>`;
  const big = OBJ.replaceAll("0.1", "0.2");
  using scene = await TestWorld.open({
    files: {
      "a & b/one.xml": model("x"),
      "a & b/two.xml": model("y"),
      "a & b/parts/assets.xml": `<mujocoinclude><asset><mesh name="part" file="part.obj"/></asset></mujocoinclude>`,
      "a & b/meshes/x/part.obj": OBJ,
      "a & b/meshes/y/part.obj": big,
    },
    robots: [{ file: "a & b/one.xml", module: ["turn"] }, { file: "a & b/two.xml", position: [1, 0, 0] }, {
      position: [2, 0, 0],
    }],
  });
  const masses = scene.world.model.simulation.numbers("body_mass");
  near(masses.subarray(1).map((mass) => mass / masses[1]), [1, 8, 8], 1e-6);
});

for (
  const [title, folder, files] of [
    ["the folder of that name above the URDF", "my_arm/urdf", {}],
    ["the folder above it whose package.xml has that name", "src/clone-2/urdf", {
      "src/clone-2/package.xml": "<package><name> my_arm </name></package>",
    }],
    ["a folder of that name beside one above it", "other_pkg/urdf", {}],
  ] as const
) {
  Deno.test(`package:// in a URDF leads to ${title}`, async () => {
    const root = folder.startsWith("src") ? "src/clone-2" : "my_arm";
    using scene = await TestWorld.open({
      timestepS: 0.001,
      files: {
        [`${folder}/arm.urdf`]: URDF("package://my_arm/meshes/part.obj"),
        [`${root}/meshes/part.obj`]: OBJ,
        ...files,
      },
      robots: [{ file: `${folder}/arm.urdf`, module: ["j1"] }, { position: [1, 0, 0] }],
    });
    assert.equal(scene.world.model.simulation.sizes.nmesh > 0, true);
  });
}

Deno.test("file:// and package:// in an MJCF file lead to the file as well", async () => {
  const path = Deno.makeTempFileSync({ suffix: ".obj" });
  try {
    Deno.writeTextFileSync(path, OBJ);
    for (const file of [`file://${path}`, "package://p/part.obj"]) {
      const model = ARM.replace(
        "<worldbody>",
        `<asset><mesh name="m" file="${file}"/></asset><worldbody><geom type="mesh" mesh="m"/>`,
      );
      using scene = await TestWorld.open({
        files: { "p/arm.xml": model, "p/part.obj": OBJ },
        robots: [{ file: "p/arm.xml", module: ["turn"] }],
      });
      assert.equal(scene.world.model.simulation.sizes.nmesh, 1);
    }
  } finally {
    Deno.removeSync(path);
  }
});

Deno.test("a package that is nowhere, or in two places for two models, is told of", async () => {
  const urdf = URDF("package://my_arm/meshes/part.obj");
  assert.match(
    await refusal({ files: { "x/arm.urdf": urdf }, robots: [{ file: "x/arm.urdf", module: ["j1"] }] }),
    /loading model .*arm\.urdf of robot 'a': .*the package 'my_arm' of 'package:.*' is neither a folder above '.*' nor/,
  );
  const message = await refusal({
    files: {
      "x/my_arm/arm.urdf": urdf,
      "x/my_arm/meshes/part.obj": OBJ,
      "y/my_arm/arm.urdf": urdf,
      "y/my_arm/meshes/part.obj": OBJ,
    },
    robots: [{ file: "x/my_arm/arm.urdf", module: ["j1"] }, { file: "y/my_arm/arm.urdf" }],
  });
  assert.match(
    message,
    /y\/my_arm\/arm\.urdf of robot 'b': .* for one model and .* one package for all models was wanted/,
  );
});

Deno.test("a URDF's joints get no actuators, so the driver serves them; a mimic joint follows its own robot", async () => {
  using scene = await TestWorld.open({
    timestepS: 0.001,
    files: { "r.urdf": URDF("") },
    robots: [{ file: "r.urdf", module: ["j1"] }, { position: [3, 0, 0], orientation: [HALF, 0, 0, HALF] }],
  });
  assert.deepEqual(scene.world.report().robots[1].otherJoints, [{ name: "j2", type: "revolute", follows: "j1" }]);
  const { driver, read } = await scene.drive(1);
  driver.servoJ(Float64Array.of(0.5));
  scene.run(2);
  near(read().position, [0.5], 2e-3);
  const q = scene.world.model.simulation.state("qpos");
  near([q[1], q[3]], [0.1, 0.1 - 2 * 0.5], 2e-2);
});

Deno.test("bodies that a URDF fixes to each other keep their masses, on a floating base too", async () => {
  const inertial =
    `<inertial><mass value="3"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>`;
  const urdf = (root: string) =>
    `<robot name="r">${root}<link name="base">${inertial}</link><link name="mount">${inertial}</link><link name="a">${inertial}</link>
      <joint name="fixed" type="fixed"><parent link="base"/><child link="mount"/></joint>
      <joint name="j1" type="continuous"><parent link="mount"/><child link="a"/><axis xyz="0 0 1"/></joint></robot>`;
  const floating =
    `<link name="world"/><joint name="root" type="floating"><parent link="world"/><child link="base"/></joint>`;
  using scene = await TestWorld.open({
    timestepS: 0.001,
    files: { "fixed.urdf": urdf(""), "floating.urdf": urdf(floating) },
    robots: [{ file: "fixed.urdf", module: ["j1"] }, { file: "floating.urdf", position: [2, 0, 1] }],
  });
  near(scene.world.model.simulation.numbers("body_mass").subarray(1), [3, 3, 3, 3, 3, 3], 1e-9);
  assert.deepEqual(scene.world.report().robots.map(({ isFloating }) => isFloating), [false, true]);
});

Deno.test("a robot starts in its own keyframe: home, else the first, or the one that the scene names", async () => {
  const keys = (...names: string[]) =>
    ARM.replace(
      "</mujoco>",
      `<keyframe>${names.map((key, i) => `<key ${key} qpos="${0.1 * (i + 1)}"/>`).join("")}</keyframe></mujoco>`,
    );
  const files = { "home.xml": keys("", "", `name="home"`), "first.xml": keys("", `name="up"`), "none.xml": ARM };
  using scene = await TestWorld.open({
    files,
    robots: [
      { file: "home.xml", module: ["turn"] },
      { file: "first.xml", position: [2, 0, 0] },
      { file: "first.xml", position: [4, 0, 0], keyframe: "up" },
      { file: "none.xml", position: [6, 0, 0] },
    ],
  });
  near(scene.world.model.simulation.state("qpos"), [0.3, 0.1, 0.2, 0], 1e-12);
  assert.deepEqual(scene.world.report().robots.map(({ keyframe }) => keyframe), ["home", "number 0", "up", ""]);
  scene.run(0.1);
  near(scene.world.model.simulation.state("qpos"), [0.3, 0.1, 0.2, 0], 1e-6);
  assert.match(
    await refusal({ files, robots: [{ file: "first.xml", module: ["turn"], keyframe: "ip" }] }),
    /finding the start of robot 'a': .*first\.xml has no keyframe 'ip', one of 'up' was wanted; .*\(did you mean 'up'\?\)/,
  );
});

Deno.test("a model that uses another one brings its keyframe, twice", async () => {
  const outer = `<mujoco><option timestep="0.001"/><asset><model name="arm" file="arm.xml"/></asset>
    <worldbody><frame pos="0 0 0.5"><attach model="arm" prefix="in/"/></frame></worldbody></mujoco>`;
  const inner = ARM.replace("</mujoco>", `<keyframe><key name="home" qpos="0.4"/></keyframe></mujoco>`);
  using scene = await TestWorld.open({
    files: { "outer.xml": outer, "arm.xml": inner },
    robots: [{ file: "outer.xml", module: ["in/turn"] }, { position: [2, 0, 0] }],
  });
  near(scene.world.model.simulation.state("qpos"), [0.4, 0.4], 0);
});

const WALKER = `<mujoco><option timestep="0.001"/><worldbody><body name="trunk" pos="0 0 0.6"><freejoint name="root"/>
  <geom type="box" size="0.2 0.1 0.05" mass="5"/><body name="leg" pos="0 0 -0.1"><joint name="knee" axis="0 1 0" damping="1" armature="0.1"/>
  <geom type="capsule" fromto="0 0 0 0 0 -0.2" size="0.03" mass="1"/></body></body>
  <body name="target" mocap="true" pos="1 0 0"><geom size="0.01" contype="0" conaffinity="0"/></body></worldbody>
  <keyframe><key name="home" qpos="0.5 0 0.36 1 0 0 0 0" mpos="0.2 0 0"/></keyframe></mujoco>`;

Deno.test("a floating base starts where the scene puts it, in the pose of its keyframe, and so do mocap bodies", async () => {
  using scene = await TestWorld.open({
    files: { "walker.xml": WALKER },
    robots: [
      { file: "walker.xml", module: ["knee"], position: [0, -2, 0] },
      { position: [0, 2, 0.1], orientation: [HALF, 0, 0, HALF] },
    ],
  });
  near(scene.positionOf("a/trunk"), [0.5, -2, 0.36], 1e-9);
  near(scene.positionOf("b/trunk"), [0, 2.5, 0.46], 1e-9);
  near(scene.positionOf("a/target"), [0.2, -2, 0], 1e-9);
  near(scene.positionOf("b/target"), [0, 2.2, 0.1], 1e-9);
  near(scene.world.model.simulation.state("qpos").subarray(8 + 3, 8 + 7), [HALF, 0, 0, HALF], 1e-9);
  assert.deepEqual(scene.world.report().robots.map(({ isFloating }) => isFloating), [true, true]);
  scene.run(1);
  // It stands on the ground of the world.
  assert.ok(scene.positionOf("b/trunk")[2] > 0.03);
});

Deno.test("a floating base has an IMU when its module names one like a body or a site, with no sensor in the model", async () => {
  const model = WALKER.replace(`<geom type="box"`, `<site name="head" pos="0.2 0 0.1"/><geom type="box"`);
  using scene = await TestWorld.open({
    files: { "walker.xml": model },
    robots: [
      { file: "walker.xml", module: withImu(["knee"], ["trunk", "head", "tail"]), position: [0, -2, 0] },
      { position: [0, 2, 0], orientation: [HALF, 0, 0, HALF] },
    ],
  });
  const [, report] = scene.world.report().robots;
  assert.deepEqual(report.bodySensors.map(({ source }) => source), ["added", "added", "missing"]);
  assert.match(report.warnings.join(), /the model lacks a sensor of the module: body sensor tail: no framequat/);
  const { read } = await scene.drive(1);
  scene.run(1);
  const [trunk, head, tail] = read().bodySensors;
  for (const sensor of [trunk, head]) {
    assert.equal(sensor.present, true);
    assert.ok(Math.abs(Math.hypot(...sensor.orientation) - 1) < 1e-6);
    near([Math.hypot(...sensor.linearAcceleration)], [9.81], 0.3);
  }
  assert.equal(tail.present, false);
});

for (
  const [title, files, text] of [
    [
      "unknown element",
      { "r.xml": "<mujoco><worldbdy/></mujoco>" },
      /r\.xml of robot 'b': .*Element 'worldbdy', line 1/,
    ],
    ["no XML", { "r.xml": "<mujoco><worldbody>" }, /r\.xml of robot 'b': .*XML parse error/],
    [
      "missing include",
      { "r.xml": `<mujoco><include file="p/q.xml"/></mujoco>` },
      /of robot 'b': .*there is no file '.*p\/q\.xml'/,
    ],
    [
      "missing mesh",
      { "r.xml": `<mujoco><compiler meshdir="m"/><asset><mesh name="x" file="x.stl"/></asset></mujoco>` },
      /r\.xml of robot 'b': .*there is no file '\/.*m\/x\.stl'/,
    ],
    [
      "no such file",
      {},
      /the model of robot 'b': .*r\.xml does not exist or cannot be read, .* correct its path in .*scene\.yaml/,
    ],
    ["a folder", { "r.xml/x": "" }, /the model of robot 'b': .*r\.xml is no file/],
    [
      "no joint of that name",
      { "r.xml": ARM.replace("turn", "tern") },
      /module Test in .*r\.xml: joint 'turn' is not in the model \(did you mean 'tern'/,
    ],
    [
      "a mass that would not be kept",
      { "r.xml": ARM.replace("<option", `<compiler settotalmass="7"/><option`) },
      /r\.xml of robot 'b': it has <compiler settotalmass="7">, which MuJoCo does not keep/,
    ],
    [
      "xacro",
      {
        "r.xml":
          `<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><xacro:property name="x" value="1"/></robot>`,
      },
      /r\.xml of robot 'b': it is a xacro file, .*make a URDF/,
    ],
    [
      "a model that lists itself",
      {
        "r.xml": ARM.replace(
          "<worldbody>",
          `<asset><model name="me" file="r.xml"/></asset><worldbody><attach model="me" prefix="x"/>`,
        ),
      },
      /r\.xml of robot 'b': '.*r\.xml' lists '.*r\.xml', models without themselves within each other were wanted/,
    ],
    [
      "a Collada mesh",
      {
        "r.xml": ARM.replace(
          "<worldbody>",
          `<asset><mesh name="m" file="m.dae"/></asset><worldbody><geom type="mesh" mesh="m"/>`,
        ),
        "m.dae": "<COLLADA/>",
      },
      /r\.xml of robot 'b': .*MuJoCo reads STL, OBJ and MSH meshes: convert/,
    ],
  ] as const
) {
  Deno.test(`what is wrong with a model is told with robot and file, and the engine stays usable: ${title}`, async () => {
    const robots = [{ file: "good.xml", module: ["turn"] }, { file: "r.xml", position: [2, 0, 0] }] as const;
    assert.match(await refusal({ files: { ...files, "good.xml": ARM }, robots }), text);
    using scene = await TestWorld.open({ files: { "good.xml": ARM, "r.xml": ARM }, robots });
    scene.run(0.01);
  });
}

Deno.test("two models that list each other, and one too deep, are refused before MuJoCo gets them", async () => {
  const lists = (file: string) =>
    `<mujoco><!-- <model file="no.xml"/> --><asset><model name="m" file='${file}'/></asset></mujoco>`;
  const chain = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}.xml`, lists(`m${i + 1}.xml`)]));
  const files = { "a.xml": lists("sub/b.xml"), "sub/b.xml": lists("../a.xml"), ...chain, "m40.xml": ARM };
  const message = await refusal({ files, robots: [{ file: "a.xml", module: [] }, { file: "m0.xml" }] });
  assert.match(message, /a\.xml of robot 'a': '.*a\.xml' lists '.*b\.xml' lists '.*a\.xml', models without themselves/);
  assert.match(message, /m0\.xml of robot 'b': .*models at most 12 deep within each other/);
});

Deno.test("everything wrong with several models is told at once", async () => {
  const message = await refusal({
    files: { "one.xml": "<mujoco><a/></mujoco>", "two.xml": "<mujoco><b/></mujoco>" },
    robots: [{ file: "one.xml", module: [] }, { file: "two.xml" }, { file: "one.xml" }],
  });
  assert.match(message, /one\.xml of robot 'a': .*; .*two\.xml of robot 'b'/);
});

Deno.test("an engine of one's own builds world after world", async () => {
  const engine = await testEngine.load();
  for (let i = 0; i < 5; i++) {
    using scene = await TestWorld.open({
      engine,
      files: { "r.xml": ARM },
      robots: [{ file: "r.xml", module: ["turn"] }],
    });
    scene.run(0.01);
  }
});
