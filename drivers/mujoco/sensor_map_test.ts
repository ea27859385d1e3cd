import assert from "node:assert/strict";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { TestRobot } from "./test_robot.ts";

const MODULE: RobotModule = {
  name: "Test",
  joints: [{ name: "a", type: "revolute", lower: -3, upper: 3, velocity: 3, acceleration: 3, effort: 500 }],
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0],
};

/** A bar along x that turns about y; beyond a force sensor at its end hangs a weight of 2 kg, 0.1 m further. */
const MODEL = (sensors: string) =>
  `<mujoco><compiler angle="radian"/><option timestep="0.001"/><worldbody>
  <body><joint name="a" axis="0 1 0"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.02"/>
    <site name="imu" pos="0.5 0 0"/>
    <body pos="0.5 0 0"><site name="wrist"/><geom size="0.03" pos="0.1 0 0" mass="2"/></body></body>
  </worldbody><sensor><jointpos joint="a"/>${sensors}</sensor></mujoco>`;
const BY_SITE = `<torque site="wrist"/><force site="wrist"/>
  <accelerometer site="imu"/><gyro site="imu"/><framequat objtype="site" objname="imu"/>`;
const BY_NAME = `<force name="wrist_force" site="wrist2"/><torque name="wrist_torque" site="wrist2"/>
  <framequat name="imu_quat" objtype="site" objname="imu2"/><gyro name="imu_gyro" site="imu2"/>
  <accelerometer name="imu_acc" site="imu2"/>`;
/** As models for mc_mujoco name them. */
const AS_MC_MUJOCO = BY_NAME.replace("imu_acc", "imu_accelerometer").replace("wrist_force", "wrist_fsensor")
  .replace("wrist_torque", "wrist_tsensor");

function assertNear(actual: Float64Array, wanted: readonly number[], tolerance = 1e-6): void {
  actual.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) <= tolerance, `${[...actual]} is not ${wanted}`));
}

for (
  const [title, xml] of [
    ["by site", MODEL(BY_SITE)],
    ["by name", MODEL(BY_NAME).replace('"imu"', '"imu2"').replace('"wrist"', '"wrist2"')],
    ["by the names of mc_mujoco", MODEL(AS_MC_MUJOCO).replace('"imu"', '"imu2"').replace('"wrist"', '"wrist2"')],
  ]
) {
  Deno.test(`sensors are found ${title}, and read in their own frame with the documented signs`, async () => {
    using robot = await TestRobot.open({ xml, module: MODULE });
    robot.run(1, [0]);
    const [imu] = robot.state.bodySensors;
    const [wrist] = robot.state.forceSensors;
    assert.ok(imu.present && wrist.present);
    assertNear(imu.orientation, [1, 0, 0, 0]);
    assertNear(imu.angularVelocity, [0, 0, 0]);
    assertNear(imu.linearAcceleration, [0, 0, 9.81]);
    // The weight pulls down; a lever of 0.1 m along x turns that into a torque about y.
    assertNear(wrist.force, [0, 0, -2 * 9.81]);
    assertNear(wrist.torque, [0, 2 * 9.81 * 0.1, 0]);

    // Turned by a quarter about y the sensor's x axis points down.
    robot.run(2, [Math.PI / 2]);
    assertNear(imu.orientation, [Math.SQRT1_2, 0, Math.SQRT1_2, 0]);
    assertNear(imu.linearAcceleration, [-9.81, 0, 0]);
    assertNear(wrist.force, [2 * 9.81, 0, 0]);
    assertNear(wrist.torque, [0, 0, 0]);
  });
}

Deno.test("an IMU reports the angular velocity", async () => {
  using robot = await TestRobot.open({ xml: MODEL(BY_SITE), module: MODULE, mode: "velocity" });
  robot.run(1, [0.7], "velocity");
  assertNear(robot.state.bodySensors[0].angularVelocity, [0, 0.7, 0], 1e-3);
});

Deno.test("sensors that the model lacks, and that have no place in it, are told once and are not present", async () => {
  const module = { ...MODULE, bodySensors: ["head"], forceSensors: ["hand"] };
  using robot = await TestRobot.open({ xml: MODEL(`<gyro name="head_acc" site="imu"/>`), module });
  robot.run(0.01);
  assert.equal(robot.state.bodySensors[0].present, false);
  assert.equal(robot.state.forceSensors[0].present, false);
  assert.equal(robot.warnings.length, 1);
  assert.match(
    robot.warnings[0],
    /body sensor head: no framequat \(or head_quat\), no gyro \(or head_gyro\), no accelerometer \(or head_acc\); force sensor hand: no force/,
  );
});

for (
  const [title, xml, module] of [
    ["at the sites of their names", MODEL(""), MODULE],
    ["in part there already", MODEL(`<gyro site="imu"/><torque name="wrist_tsensor" site="wrist"/>`), MODULE],
    [
      "as models for mc_mujoco have them, without an orientation",
      MODEL(AS_MC_MUJOCO.replace(/<framequat[^>]*>/, "")).replace('"imu"', '"imu2"').replace('"wrist"', '"wrist2"'),
      MODULE,
    ],
    [
      "with an orientation that is relative to another frame",
      MODEL(BY_SITE.replace(`objname="imu"`, `objname="imu" reftype="site" refname="wrist"`)),
      MODULE,
    ],
    [
      "at the bodies of their names",
      MODEL("").replace("<body>", `<body name="arm">`).replace("<body pos", `<body name="tool" pos`),
      {
        ...MODULE,
        bodySensors: ["arm"],
        forceSensors: ["tool"],
      },
    ],
  ] as const
) {
  Deno.test(`sensors of the module that the model lacks are added: ${title}`, async () => {
    using robot = await TestRobot.open({ xml, module });
    assert.deepEqual(robot.warnings, []);
    assert.match(
      robot.log.join(),
      new RegExp(`sensors were added where its module has them: ${module.bodySensors[0]}`),
    );
    robot.run(2, [Math.PI / 2]);
    const [imu] = robot.state.bodySensors;
    const [wrist] = robot.state.forceSensors;
    assert.ok(imu.present && wrist.present);
    assertNear(imu.orientation, [Math.SQRT1_2, 0, Math.SQRT1_2, 0]);
    assertNear(imu.linearAcceleration, [-9.81, 0, 0]);
    assertNear(wrist.force, [2 * 9.81, 0, 0]);
  });
}

Deno.test("a sensor is not added under a name that another one has", async () => {
  const xml = MODEL(BY_NAME.replace(`objname="imu2"`, `objname="imu2" reftype="site" refname="wrist2"`))
    .replace('"imu"', '"imu2"').replace('"wrist"', '"wrist2"');
  using robot = await TestRobot.open({ xml, module: MODULE });
  assert.match(robot.warnings.join(), /body sensor imu: no framequat \(or imu_quat\)$/);
});

for (
  const [objtype, objname, turn, isFound] of [
    ["xbody", "imu", "0 1 0 0", true],
    ["body", "imu", "1 0 0 0", true],
    // The frame of the inertia has other axes than the body, and numbers of geoms are none of bodies.
    ["body", "imu", "0 1 0 0", false],
    ["geom", "g", "1 0 0 0", false],
    ["camera", "imu", "1 0 0 0", false],
  ] as const
) {
  Deno.test(`an orientation is measured in the frame of a site or body: ${objtype} with an inertia turned by ${turn}`, async () => {
    const xml =
      `<mujoco><option timestep="0.001"/><worldbody><body name="imu"><joint name="a"/><geom name="g" size="0.1"/>
      <inertial pos="0 0 0" quat="${turn}" mass="1" diaginertia="1 2 2.5"/><site name="s"/><camera name="imu"/></body></worldbody>
      <sensor><framequat objtype="${objtype}" objname="${objname}"/><gyro name="imu_gyro" site="s"/><accelerometer name="imu_acc" site="s"/>
      <force name="wrist_force" site="s"/><torque name="wrist_torque" site="s"/></sensor></mujoco>`;
    using robot = await TestRobot.open({ xml, module: MODULE });
    robot.run(0.01);
    // One that measures in no such frame is not taken, and another one is added.
    assert.equal(!robot.log.join().includes("sensors were added where its module has them: imu"), isFound);
    assertNear(robot.state.bodySensors[0].orientation, [1, 0, 0, 0]);
  });
}
