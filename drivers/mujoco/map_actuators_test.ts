import assert from "node:assert/strict";
import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import { TestRobot, type TestRobotOptions } from "./test_robot.ts";

function moduleOf(...joints: (Partial<JointDescription> & { name: string })[]): RobotModule {
  const full = joints.map((joint): JointDescription => ({
    type: "prismatic",
    lower: 0,
    upper: 0.04,
    velocity: 1,
    acceleration: 1,
    effort: 100,
    ...joint,
  }));
  return { name: "Test", joints: full, grippers: [], bodySensors: [], forceSensors: [], posture: full.map(() => 0) };
}

const FINGERS = (rest: string) =>
  `<mujoco><option timestep="0.001"/><worldbody><body pos="0 0 1">
    <geom size="0.05"/>
    <body pos="0.1 0 0"><joint name="finger1" type="slide" axis="0 1 0" range="0 0.04" damping="5" armature="0.1"/>
      <geom size="0.01" mass="0.05" contype="0"/></body>
    <body pos="-0.1 0 0"><joint name="finger2" type="slide" axis="0 -1 0" range="0 0.04" damping="5" armature="0.1"/>
      <geom size="0.01" mass="0.05" contype="0"/></body></body></worldbody>
  <tendon><fixed name="split"><joint joint="finger1" coef="0.5"/><joint joint="finger2" coef="0.5"/></fixed></tendon>${rest}</mujoco>`;
const COUPLED = `<equality><joint joint1="finger1" joint2="finger2"/></equality>`;
const DRIVE = `<actuator><general name="grip" tendon="split" ctrlrange="0 255" biastype="affine"
  gainprm="0.3137254902" biasprm="0 -2000 -80"/></actuator>`;

for (
  const [title, rest, names] of [
    ["coupled, one finger in the module", COUPLED + DRIVE, ["finger1"]],
    ["coupled, the other finger in the module", COUPLED + DRIVE, ["finger2"]],
    ["coupled, both in the module", COUPLED + DRIVE, ["finger1", "finger2"]],
    ["not coupled", DRIVE, ["finger1"]],
    ["coupling switched off", COUPLED.replace("<joint ", `<joint active="false" `) + DRIVE, ["finger1", "finger2"]],
    ["a tendon drive that only pushes", COUPLED + `<actuator><motor tendon="split" ctrlrange="0 255"/></actuator>`, [
      "finger1",
    ]],
    [
      "drive on the finger that is not in the module",
      COUPLED + `<actuator><position joint="finger2" kp="2000" kv="80"/></actuator>`,
      ["finger1"],
    ],
    ["no actuator", COUPLED, ["finger1"]],
  ] as const
) {
  Deno.test(`a gripper reaches 0.04 and 0.02: ${title}`, async () => {
    const module = moduleOf(...names.map((name) => ({ name })));
    using robot = await TestRobot.open({ xml: FINGERS(rest), module });
    for (const target of [0.04, 0.02, 0]) {
      robot.run(1.5, names.map(() => target));
      for (const q of robot.q) assert.ok(Math.abs(q - target) < 3e-4, `${q} is not ${target}`);
    }
  });
}

Deno.test("a tendon drive is used only when the position of its joints follows from the module's", async () => {
  const module = moduleOf({ name: "finger1" });
  using used = await TestRobot.open({ xml: FINGERS(COUPLED + DRIVE), module });
  assert.equal(used.log.join("\n").includes("switched off"), false);
  using unused = await TestRobot.open({ xml: FINGERS(DRIVE), module });
  assert.match(
    unused.log.join("\n"),
    /the driver acts on the joint: finger1; actuators switched off in position mode: grip/,
  );
});

const HINGE = (actuators: string, joint = "") =>
  `<mujoco><compiler angle="radian"/>
  <option timestep="0.001" gravity="0 0 0" integrator="implicitfast"/><worldbody><body><joint name="a" ${joint}/>
  <geom type="box" size="0.1 0.1 0.1" mass="3"/></body></worldbody><actuator>${actuators}</actuator></mujoco>`;
const hinge = (limits: Partial<JointDescription> = {}) =>
  moduleOf({ name: "a", type: "revolute", lower: -1, upper: 1, effort: 20, ...limits });

for (
  const [title, actuators] of [
    ["gear 50", `<motor joint="a" gear="50" ctrlrange="-1 1"/>`],
    ["negative gear", `<motor joint="a" gear="-4"/>`],
    ["gain 3, offset 2", `<general joint="a" gainprm="3" biastype="affine" biasprm="2 0 0"/>`],
    ["position actuator first", `<position joint="a" kp="900"/><motor joint="a" gear="2"/>`],
    ["lagging motor", `<general joint="a" gainprm="3" dyntype="filter" dynprm="0.2"/>`],
    ["muscle", `<muscle joint="a" lengthrange="-3 3"/>`],
  ]
) {
  Deno.test(`a joint gets the commanded torque: ${title}`, async () => {
    using robot = await TestRobot.open({ xml: HINGE(actuators), module: hinge(), mode: "torque" });
    robot.run(0.1, [1.5], "torque");
    assert.ok(Math.abs(robot.state.torque[0] - 1.5) < 1e-9);
    // Box of 3 kg, 0.2 m edges: 3 · 0.08 / 12 kgm².
    assert.ok(Math.abs(robot.state.velocity[0] - 1.5 / 0.02 * 0.1) < 1e-6);
  });
}

for (
  const [title, actuators] of [
    ["gear 10", `<position joint="a" kp="20" kv="1" gear="10"/>`],
    [
      "control input in degrees",
      `<general joint="a" gainprm="17.4532925199" biastype="affine" biasprm="0 -1000 -40"/>`,
    ],
    ["offset", `<general joint="a" gainprm="1000" biastype="affine" biasprm="300 -1000 -40"/>`],
    ["filtered", `<position joint="a" kp="1000" kv="40" timeconst="0.02"/>`],
    ["muscle only", `<muscle joint="a" lengthrange="-3 3"/>`],
    ["group that is switched off", `<position joint="a" kp="1000" kv="40" group="3"/>`],
  ]
) {
  Deno.test(`a joint reaches the commanded position: ${title}`, async () => {
    const xml = HINGE(actuators).replace("<option ", `<option actuatorgroupdisable="3" `);
    using robot = await TestRobot.open({ xml, module: hinge() });
    for (const target of [0.5, -0.25]) {
      robot.run(1.5, [target]);
      assert.ok(Math.abs(robot.q[0] - target) < 1e-4, `${robot.q[0]} is not ${target}`);
    }
  });
}

Deno.test("a control range that is narrower than the module's limits is told with joint and numbers", async () => {
  const warning = async (options: Partial<TestRobotOptions> & { xml: string }) => {
    using robot = await TestRobot.open({ module: hinge(), ...options });
    return robot.warnings.join("\n");
  };
  assert.match(
    await warning({ xml: HINGE(`<position name="p" joint="a" kp="9" ctrlrange="-0.5 2"/>`) }),
    /position limits of joint 'a' .* from -1 to 1, actuator p takes -0\.5 to 2 \(-0\.5 to 2 at the joint\); commands beyond are clamped/,
  );
  assert.match(
    await warning({ xml: HINGE(`<motor name="m" joint="a" gear="50" ctrlrange="-0.2 0.2"/>`), mode: "torque" }),
    /need control values from -0\.4 to 0\.4, actuator m takes -0\.2 to 0\.2 \(-10 to 10 at the joint\)/,
  );
  assert.match(
    await warning({ xml: HINGE(`<motor joint="a" forcerange="-5 5"/>`), mode: "torque" }),
    /-5 to 5 at the joint/,
  );
  assert.equal(await warning({ xml: HINGE(`<position joint="a" kp="9" ctrlrange="-0.9995 0.9995"/>`) }), "");
  await assert.rejects(
    TestRobot.open({ xml: HINGE(`<position name="p" joint="a" kp="9" ctrlrange="2 3"/>`), module: hinge() }),
    /joint 'a'.* from -1 to 1, actuator p takes 2 to 3/,
  );
});

Deno.test("the driver's own servo keeps to the module's effort", async () => {
  using robot = await TestRobot.open({ xml: HINGE(""), module: hinge({ effort: 0.5 }) });
  robot.run(0.01, [0.9]);
  assert.ok(Math.abs(robot.state.torque[0] - 0.5) < 1e-9);
});

Deno.test("position actuators that sag under the weight are told before they do", async () => {
  const xml = HINGE(`<position joint="a" kp="50" kv="5"/>`).replace(`gravity="0 0 0"`, "")
    .replace(`<joint name="a"`, `<joint name="a" axis="0 1 0" pos="-0.5 0 0"`);
  using robot = await TestRobot.open({ xml, module: hinge() });
  const sag = 3 * 9.81 * 0.5 / 50;
  assert.match(robot.warnings.join(), new RegExp(`give way under the robot's weight: a by ${sag.toPrecision(2)}`));
});

Deno.test("an actuator behind one with several inputs and outputs keeps its own gear and control range", async () => {
  const xml = `<mujoco><option timestep="0.001" gravity="0 0 0"/><worldbody>
    <body pos="0 0 1"><joint name="ball" type="ball" damping="1"/><geom size="0.1"/></body>
    <body pos="1 0 1"><joint name="h" armature="7"/><geom size="0.01" mass="0.001"/></body></worldbody>
    <actuator><orientation joint="ball" kp="5"/><motor joint="h" gear="7" ctrlrange="-3 5"/></actuator></mujoco>`;
  const module = moduleOf({ name: "h", type: "revolute", lower: -Infinity, upper: Infinity, effort: 70 });
  using robot = await TestRobot.open({ xml, module, mode: "torque" });
  // 70 Nm are a control value of 10 with this gear, and the range ends at 5.
  assert.match(
    robot.warnings.join(),
    /control values from -10 to 10, actuator number 1 takes -3 to 5 \(-21 to 35 at the/,
  );
  robot.run(1, [14], "torque");
  assert.ok(Math.abs(robot.state.velocity[0] - 2) < 0.01, `${robot.state.velocity[0]}`);
});

for (const mode of ["position", "velocity"] as const) {
  Deno.test(`what follows a joint is carried by the driver's own servo: braked, and in ${mode} mode`, async () => {
    const finger = (name: string, y: number, mass: number) =>
      `<body pos="0 ${y} 1"><joint name="${name}" axis="0 1 0"/><inertial pos="0.03 0 0" mass="${mass}" diaginertia="1e-5 1e-5 1e-5"/></body>`;
    // Two followers, one by way of the other, each heavier than the joint that moves them.
    const xml = `<mujoco><compiler angle="radian"/><option timestep="0.001"/><worldbody>${finger("a", 0, 0.02)}
      ${finger("b", 1, 0.2)}${
      finger("c", 2, 0.1)
    }</worldbody><equality><joint joint1="b" joint2="a" polycoef="0 -1 0 0 0"/>
      <joint joint1="c" joint2="b" polycoef="0.1 0.5 0 0 0"/></equality></mujoco>`;
    using robot = await TestRobot.open({ xml, module: moduleOf({ name: "a", type: "revolute", upper: 1 }), mode });
    robot.run(1);
    assert.ok(Math.abs(robot.q[0]) < 2e-3, `braked at ${robot.q[0]}`);
    robot.run(1, [0.5], mode);
    assert.ok(Math.abs(robot.q[0] - 0.5) < 5e-3, `${robot.q[0]}`);
  });
}
