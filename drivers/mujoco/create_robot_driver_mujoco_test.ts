import assert from "node:assert/strict";
import { DriverError } from "../../core/driver_error.ts";
import { TEST_MESHES } from "./test_meshes.ts";
import { TestRobot, type TestRobotOptions } from "./test_robot.ts";

/** Message of the `DriverError` by which the driver refuses. */
async function refusal(options: TestRobotOptions): Promise<string> {
  try {
    (await TestRobot.open(options))[Symbol.dispose]();
  } catch (error) {
    assert.ok(error instanceof DriverError, String(error));
    assert.equal(error.driver, "RobotDriverMuJoCo");
    assert.equal(error.message.includes("\n"), false);
    return error.message;
  }
  return assert.fail("the driver accepted what it should refuse");
}

const links = (...joints: string[]) =>
  joints.map((joint, i) => `<body pos="${i} 0 1"><joint ${joint}/><geom size="0.1"/></body>`).join("");
const model = (worldbody: string, rest = "", option = `timestep="0.001"`) =>
  `<mujoco><option ${option}/><worldbody>${worldbody}</worldbody>${rest}</mujoco>`;

Deno.test("no config_path is refused with the key", async () => {
  assert.match(await refusal({ path: "", module: ["a"] }), /robot_interface\.config_path is missing/);
});

Deno.test("joints missing in the model are all named, with the nearest name", async () => {
  const message = await refusal({
    xml: model(links(`name="elbow_joint"`, `name="other"`)),
    module: ["elbow_jiont", "zzz"],
  });
  assert.match(message, /joint 'elbow_jiont' is not in the model \(did you mean 'elbow_joint'\?\)/);
  assert.match(message, /joint 'zzz' is not in the model \(other joints of the model: 'elbow_joint', 'other'\)/);
});

Deno.test("joints of another type are refused", async () => {
  const message = await refusal({
    xml: model(links(`name="a" type="slide"`, `name="b" type="ball"`)),
    module: ["a", "b"],
  });
  assert.match(message, /joint 'a' is prismatic in the model and revolute in the module; joint 'b' is a ball joint/);
});

Deno.test("joints that the module lacks give one warning", async () => {
  using robot = await TestRobot.open({ xml: model(links(`name="x"`, `name="a"`, `type="slide"`)), module: ["a"] });
  assert.equal(robot.warnings.length, 1);
  assert.match(robot.warnings[0], /'x', number 2 \(without name\)/);
});

for (
  const [title, xml, text] of [
    [
      "unknown element",
      "<mujoco><worldbdy/></mujoco>",
      /loading model .*model\.xml: .*unrecognized element; Element 'worldbdy', line 1/,
    ],
    ["no XML", "<mujoco><worldbody>", /XML parse error.*Line number=1/],
    [
      "actuator without joint",
      model(links(`name="a"`), `<actuator><motor joint="q"/></actuator>`),
      /unknown transmission target 'q'/,
    ],
    ["missing include", `<mujoco><include file="parts/arm.xml"/></mujoco>`, /there is no file '\/.*parts\/arm\.xml'/],
    [
      "missing mesh",
      `<mujoco><compiler meshdir="m"/><asset><mesh name="x" file="x.stl"/></asset></mujoco>`,
      /there is no file '\/.*m\/x\.stl'/,
    ],
    [
      "mesh in a package that is nowhere",
      `<mujoco><asset><mesh name="x" file="package://my_arm/x.stl"/></asset></mujoco>`,
      /the package 'my_arm' of 'package:\/\/my_arm\/x\.stl' is neither a folder above '.*model\.xml' nor one in a folder above it/,
    ],
    [
      "a model that lists itself",
      `<mujoco><asset><model name="me" file="model.xml"/></asset><worldbody><attach model="me" prefix="x"/></worldbody></mujoco>`,
      /loading model .*: '.*model\.xml' lists '.*model\.xml', models without themselves/,
    ],
    [
      "xacro",
      `<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r"><link name="\${name}"/></robot>`,
      /loading model .*: it is a xacro file, .*make a URDF of it/,
    ],
  ] as const
) {
  Deno.test(`an invalid model is refused with MuJoCo's text: ${title}`, async () => {
    assert.match(await refusal({ xml, module: ["a"] }), text);
  });
}

Deno.test("a model file that does not exist is named", async () => {
  assert.match(await refusal({ path: "/nowhere/arm.xml", module: ["a"] }), /there is no file '\/nowhere\/arm\.xml'/);
});

for (
  const [timestep, periodNs, wanted] of [
    [
      "0.0007",
      1e6,
      /timestep is 0\.0007 s and controller\.time_step 0\.001 s.* to 0\.001 or 0\.0005, or controller\.time_step to 0\.0007 or 0\.0014/,
    ],
    ["0.002", 1e6, /timestep is 0\.002 s .*to 0\.001, or controller\.time_step to 0\.002$/],
    ["0.0003", 1e6, /timestep is 0\.0003 s/],
  ] as const
) {
  Deno.test(`a timestep of ${timestep} s for a period of ${periodNs} ns is refused with both numbers`, async () => {
    assert.match(
      await refusal({ xml: model(links(`name="a"`), "", `timestep="${timestep}"`), module: ["a"], periodNs }),
      wanted,
    );
  });
}

for (
  const [timestep, periodNs, steps] of [["0.0005", 1e6, 2], ["0.001", 1e6, 1], ["0.0003", 9e5, 3], [
    "1e-4",
    8e6,
    80,
  ]] as const
) {
  Deno.test(`a timestep of ${timestep} s makes ${steps} steps of ${periodNs} ns`, async () => {
    using robot = await TestRobot.open({
      xml: model(links(`name="a"`), "", `timestep="${timestep}"`),
      module: ["a"],
      periodNs,
    });
    assert.match(robot.log.join("\n"), new RegExp(`, ${steps} physics steps? a period`));
    robot.run(0.072);
    assert.equal(robot.driver.periods, Math.round(0.072e9 / periodNs));
  });
}

Deno.test("includes and meshes in subfolders are found, in folders with blanks too", async () => {
  using robot = await TestRobot.open({
    module: ["a"],
    xml:
      `<mujoco><option timestep="0.001"/><compiler assetdir="assets/mesh es"/><include file="parts/assets.xml"/><include file="parts/arm.xml"/></mujoco>`,
    files: {
      "parts/assets.xml":
        `<mujoco><asset><mesh name="s" file="deep/s.stl"/><mesh name="o" file="../o.obj"/></asset></mujoco>`,
      "parts/arm.xml":
        `<mujoco><worldbody><body><joint name="a"/><geom type="mesh" mesh="s"/><geom type="mesh" mesh="o"/></body>
        </worldbody></mujoco>`,
      "assets/mesh es/deep/s.stl": TEST_MESHES.stl(0.1),
      "assets/o.obj": TEST_MESHES.obj(0.1),
    },
  });
  robot.run(0.01, [0]);
  assert.equal(robot.state.positionCount, 1);
});

Deno.test("the keyframe home is the start pose, else the first keyframe, else the model's initial positions", async () => {
  const start = async (keys: string) => {
    using robot = await TestRobot.open({ xml: model(links(`name="a" ref="20"`), keys), module: ["a"] });
    robot.run(0.05);
    return Number(robot.q[0].toFixed(6));
  };
  assert.equal(await start(`<keyframe><key qpos="0.1"/><key name="home" qpos="0.2"/></keyframe>`), 0.2);
  assert.equal(await start(`<keyframe><key qpos="0.1"/><key name="up" qpos="0.3"/></keyframe>`), 0.1);
  assert.equal(await start(""), Number((20 * Math.PI / 180).toFixed(6)));
});

Deno.test("package:// leads to the folder of that name around the model", async () => {
  const xml = model(
    `<body pos="0 0 1"><joint name="a"/><geom type="mesh" mesh="x"/></body>`,
    `<asset><mesh name="x" file="package://my_arm/meshes/x.obj"/></asset>`,
  );
  using robot = await TestRobot.open({ xml, files: { "my_arm/meshes/x.obj": TEST_MESHES.obj(0.1) }, module: ["a"] });
  robot.run(0.01);
});
