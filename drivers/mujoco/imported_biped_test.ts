import assert from "node:assert/strict";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import { TestRobot } from "./test_robot.ts";
import { testNear as near } from "./world/test_near.ts";
import { TestWorld } from "./world/test_world.ts";

const HALF = Math.SQRT1_2;

const LEG = (side: string, y: number) =>
  `<body name="${side}_thigh" pos="0 ${y} 0"><joint name="${side}_hip" axis="0 1 0" range="-90 45"/>
    <geom type="capsule" fromto="0 0 -0.05 0 0 -0.35" size="0.04" mass="3"/>
    <body name="${side}_shank" pos="0 0 -0.4"><joint name="${side}_knee" axis="0 1 0" range="0 140"/>
      <geom type="capsule" fromto="0 0 0 0 0 -0.33" size="0.03" mass="2"/>
      <body name="${side}_foot" pos="0 0 -0.4"><joint name="${side}_ankle" axis="0 1 0" range="-45 45"/>
        <geom class="foot" pos="0 0 -0.02" mass="0.8"/><site name="${side}_sole" pos="0 0 -0.02"/></body></body></body>`;
const JOINTS = ["left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle"];
/** A biped in the manner of published ones: degrees, ranges inherited by actuators, sensors by name at one foot, by site at the other. */
const BIPED =
  `<mujoco model="biped"><compiler angle="degree" autolimits="true" eulerseq="zyx"/><option timestep="0.001"/>
  <default><joint damping="1" armature="0.02"/><geom friction="0.9"/><position kp="300" kv="10" forcerange="-100 100" inheritrange="1"/>
    <default class="foot"><geom type="box" size="0.1 0.05 0.02"/></default></default>
  <worldbody><geom name="floor" type="plane" size="0 0 1"/>
    <body name="pelvis" pos="0 0 2"><freejoint name="root"/><site name="imu_in_pelvis" euler="90 0 0"/>
      <geom type="box" size="0.08 0.12 0.08" mass="8"/>${LEG("left", 0.15)}${LEG("right", -0.15)}</body></worldbody>
  <actuator>${JOINTS.map((name) => `<position joint="${name}"/>`).join("")}</actuator>
  <sensor><gyro name="imu-angular-velocity" site="imu_in_pelvis"/><accelerometer name="imu-acceleration" site="imu_in_pelvis"/>
    <framequat objtype="site" objname="imu_in_pelvis"/><force name="LeftFoot_fsensor" site="left_sole"/>
    <torque name="LeftFoot_tsensor" site="left_sole"/><force site="right_sole"/><torque site="right_sole"/></sensor>
  <keyframe><key name="stand" qpos="0 0 0.841 1 0 0 0 ${JOINTS.map(() => 0).join(" ")}"/></keyframe></mujoco>`;
const WEIGHT = (8 + 2 * (3 + 2 + 0.8)) * 9.81;

const MODULE: RobotModule = {
  name: "Biped",
  joints: JOINTS.map((name) => ({
    name,
    type: "revolute",
    lower: -0.7,
    upper: 0.7,
    velocity: 9,
    acceleration: 99,
    effort: 100,
  })),
  grippers: [],
  bodySensors: ["imu_in_pelvis", "pelvis"],
  forceSensors: ["LeftFoot", "right_sole", "left_sole"],
  posture: JOINTS.map(() => 0),
};

/** It stands: upright, its weight on both feet, felt by every sensor; `yaw`: how its base is turned. */
function stands(state: RobotState, yaw: number): void {
  near(state.position, JOINTS.map(() => 0), 0.02);
  const [imu, pelvis] = state.bodySensors;
  const wanted = (angle: number) => [Math.cos(angle / 2), 0, 0, Math.sin(angle / 2)];
  near(imu.orientation.map((value) => value * Math.sign(imu.orientation[0])), wanted(yaw + Math.PI / 2), 0.02);
  near(pelvis.orientation.map((value) => value * Math.sign(pelvis.orientation[0])), wanted(yaw), 0.02);
  for (const { linearAcceleration, angularVelocity } of state.bodySensors) {
    near(linearAcceleration, [0, 0, 9.81], 0.4);
    near(angularVelocity, [0, 0, 0], 0.05);
  }
  const [left, right, again] = state.forceSensors.map(({ force }) => force);
  // What the ground does to a foot, less what the foot itself weighs.
  near([left[2] + right[2]], [WEIGHT - 2 * 0.8 * 9.81], 0.03 * WEIGHT);
  near([left[2]], [right[2]], 0.05 * WEIGHT);
  near(again, left, 1e-9);
}

Deno.test("a biped stands on its feet with what its module names: IMUs of a site and of the base, force sensors of both ways", async () => {
  using robot = await TestRobot.open({ xml: BIPED, module: MODULE });
  // Its knees bend one way only.
  assert.equal(robot.warnings.every((text) => /joint '\w+_knee' .* stops there|_knee' in module/.test(text)), true);
  assert.match(robot.log.join("\n"), /sensors were added where its module has them: pelvis; /);
  robot.run(2, MODULE.posture);
  stands(robot.state, 0);
});

Deno.test("two bipeds stand on the ground of a world, each where it was put", async () => {
  using scene = await TestWorld.open({
    files: { "biped.xml": BIPED },
    robots: [{ file: "biped.xml", module: MODULE }, { position: [1, 2, 0], orientation: [HALF, 0, 0, HALF] }],
  });
  const driven = [await scene.drive(0), await scene.drive(1)];
  for (const { driver } of driven) driver.servoJ(Float64Array.from(MODULE.posture));
  scene.run(2);
  driven.forEach(({ read }, index) => stands(read(), index * Math.PI / 2));
  near(scene.positionOf("b/pelvis"), [1, 2, 0.84], 0.02);
});
