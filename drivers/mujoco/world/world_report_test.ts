import assert from "node:assert/strict";
import type { RobotModule } from "../../../schemas/robot_module.ts";
import { testNear as near } from "./test_near.ts";
import { TestWorld } from "./test_world.ts";
import type { ReportedRobot } from "./world_report.ts";

/** A walking robot as somebody has just imported it: some of it has no counterpart in the module, and some looks wrong. */
const WALKER = `<mujoco><compiler angle="radian"/><option timestep="0.001"/><worldbody>
  <body name="pelvis" pos="0 0 1"><freejoint name="root"/><geom type="box" size="0.1 0.1 0.1" mass="5"/><site name="imu"/>
    <body name="thigh" pos="0 0.1 -0.1"><joint name="hip" axis="0 1 0" range="-1.5 1.5"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" density="1e7"/>
      <body name="shank" pos="0 0 -0.4"><joint name="knee" axis="0 1 0" range="0 2"/>
        <geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.04" mass="2"/><site name="foot" pos="0 0 -0.4"/></body></body>
    <body name="arm" pos="0 -0.1 -0.1"><joint name="shoulder" axis="0 1 0"/>
      <body><geom type="capsule" fromto="0 0 0 0 0 -0.4" size="0.05" mass="4"/></body></body>
    <body pos="0 0 0.2"><joint name="neck" type="ball"/><geom size="0.08" mass="1"/></body>
    <body pos="0.3 0 0"><joint type="slide"/><geom size="0.02" mass="0.1"/></body>
    <body pos="0.3 0.1 0"><joint name="flap"/><geom size="0.02" mass="0.1"/></body>
  </body></worldbody>
  <equality><joint joint1="flap" joint2="knee" polycoef="0 -0.5 0 0 0"/></equality>
  <actuator><position name="servo" joint="hip" kp="50"/><velocity name="speed" joint="hip" kv="5"/>
    <motor name="effort" joint="hip"/><motor joint="knee"/><motor name="spare" joint="flap" gear="0"/></actuator>
  <sensor><gyro name="gyro" site="imu"/><jointpos joint="flap"/></sensor>
  <keyframe><key name="home" qpos="0 0 0.7 1 0 0 0 0.2 -0.3 0 1 0 0 0 0 0"/><key/></keyframe></mujoco>`;

const limits = { velocity: 5, acceleration: 20, effort: 100 };
const MODULE: RobotModule = {
  name: "Walker",
  joints: [
    { name: "hip", type: "revolute", lower: -1.5, upper: 1.5, ...limits },
    { name: "knee", type: "revolute", lower: -0.5, upper: 2, ...limits },
    { name: "shoulder", type: "revolute", lower: -2, upper: 2, ...limits },
  ],
  grippers: [],
  bodySensors: ["imu", "head_imu"],
  forceSensors: ["foot", "hand"],
  posture: [0, 0, 0],
};

/** What is told of the second of two such robots, whose numbers are not those of its file. */
async function reported(): Promise<{ robot: ReportedRobot; contacts: readonly string[] }> {
  using scene = await TestWorld.open({
    files: { "walker.xml": WALKER },
    robots: [{ file: "walker.xml", module: MODULE, periodNs: 2e6 }, { position: [5, 0, 0], periodNs: 4e6 }],
  });
  const { robots: [, robot], contacts } = scene.world.report();
  return { robot, contacts: contacts.map(({ between, depth }) => `${between.join(" / ")} ${depth.toFixed(2)}`) };
}

Deno.test("a report tells of each joint of the module what moves it, and of each sensor where it is from", async () => {
  const { robot } = await reported();
  near(robot.joints.map(({ start }) => start), [0.2, -0.3, 0], 1e-12);
  assert.deepEqual(robot.joints.map(({ name, type, range, actuators }) => ({ name, type, range, ...actuators })), [
    { name: "hip", type: "revolute", range: [-1.5, 1.5], position: ["servo"], velocity: ["speed"], torque: ["effort"] },
    { name: "knee", type: "revolute", range: [0, 2], position: [], velocity: [], torque: ["number 3"] },
    { name: "shoulder", type: "revolute", range: null, position: [], velocity: [], torque: [] },
  ]);
  assert.deepEqual(robot.bodySensors.map(({ source }) => source), ["added", "missing"]);
  assert.deepEqual(robot.forceSensors.map(({ source }) => source), ["added", "missing"]);
  assert.deepEqual([robot.periodNs, robot.steps, robot.isFloating], [4e6, 4, true]);
  assert.deepEqual([robot.keyframe, robot.keyframes], ["home", ["home", "number 1"]]);
});

Deno.test("a report tells what of the model is left over", async () => {
  const { robot } = await reported();
  assert.deepEqual(robot.otherJoints, [
    { name: "root", type: "free", follows: "" },
    { name: "neck", type: "ball", follows: "" },
    { name: "number 5", type: "prismatic", follows: "" },
    { name: "flap", type: "revolute", follows: "knee" },
  ]);
  assert.deepEqual(robot.otherActuators, ["spare"]);
  assert.deepEqual(robot.otherSensors, ["number 1"]);
});

Deno.test("a report warns of limits, weak servos and contacts, and notes masses that look wrong", async () => {
  const { robot, contacts } = await reported();
  const wanted = [
    /^the model lacks a sensor of the module: body sensor head_imu: no framequat/,
    /^the model lacks a sensor of the module: force sensor hand: no force/,
    /^joint 'knee' moves from 0 to 2 in the model and from -0\.5 to 2 in module Walker: it stops there/,
    /^joint 'knee' stands at -0\.3, beyond its range/,
    /^the position actuators give way under the robot's weight: hip by /,
  ];
  assert.equal(robot.warnings.length, wanted.length, robot.warnings.join("\n"));
  robot.warnings.forEach((warning, i) => assert.match(warning, wanted[i]));
  assert.match(
    robot.notes.join("\n"),
    /^link 'thigh' has 366\d\d kg, more than 1000 kg: check.*\nlink 'arm' moves and has no mass of its own/,
  );
  assert.equal(robot.notes.length, 2);
  assert.deepEqual(contacts.map((text) => text.replace(/ \/ robot '.'/, "")), [
    "ground, body shank 0.23",
    "ground, body shank 0.23",
  ]);
});
