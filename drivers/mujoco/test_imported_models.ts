import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import { TEST_MESHES } from "./test_meshes.ts";

/** A model as people publish it, with the module of the robot. */
export interface TestImportedModel {
  /** Its files by path. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Path of the one to load. */
  readonly file: string;
  /** The robot. */
  readonly module: RobotModule;
  /** Where its joints start [rad, m]. */
  readonly start: readonly number[];
  /** Where they can go from there. */
  readonly target: readonly number[];
  /** Joints that the module does not have, and that follow none of it. */
  readonly others: readonly string[];
}

type Joint = readonly [name: string, lower: number, upper: number, type?: JointDescription["type"]];

const moduleOf = (joints: readonly Joint[], bodySensors: string[] = [], forceSensors: string[] = []): RobotModule => ({
  name: "Imported",
  joints: joints.map(([name, lower, upper, type = "revolute"]) => ({
    name,
    type,
    lower,
    upper,
    velocity: 3,
    acceleration: 20,
    effort: 150,
  })),
  grippers: [],
  bodySensors,
  forceSensors,
  posture: joints.map(() => 0),
});

const inertial = (mass: number, z: number) =>
  `<inertial pos="0 0 ${z}" mass="${mass}" diaginertia="${0.01 * mass} ${0.01 * mass} ${0.005 * mass}"/>`;

/** A scene file around an arm: nested defaults, mesh folder, included actuators with gain and bias, fingers on a tendon that takes 0 to 255. */
const ARM: TestImportedModel = {
  file: "arm/scene.xml",
  files: {
    "arm/scene.xml": `<mujoco model="arm scene"><include file="arm.xml"/>
      <statistic center="0.3 0 0.4" extent="1"/><visual><headlight diffuse="0.6 0.6 0.6"/><global azimuth="120"/></visual>
      <asset><texture type="skybox" builtin="gradient" rgb1="0.3 0.5 0.7" rgb2="0 0 0" width="64" height="384"/>
        <texture type="2d" name="grid" builtin="checker" width="30" height="30"/><material name="grid" texture="grid"/></asset>
      <worldbody><light pos="0 0 1.5" directional="true"/><geom name="floor" size="0 0 0.05" type="plane" material="grid"/></worldbody></mujoco>`,
    "arm/arm.xml": `<mujoco model="arm"><compiler angle="radian" meshdir="assets" autolimits="true"/>
      <option timestep="0.001" integrator="implicitfast" impratio="10" cone="elliptic"/>
      <default><default class="arm">
        <joint axis="0 0 1" armature="0.1" damping="1" range="-2.9 2.9"/>
        <general dyntype="none" biastype="affine" ctrlrange="-2.9 2.9" forcerange="-87 87"/>
        <default class="look"><geom type="mesh" contype="0" conaffinity="0" group="2" mass="0"/></default>
        <default class="touch"><geom type="capsule" group="3" mass="0"/></default>
        <default class="finger"><joint type="slide" axis="0 1 0" range="0 0.04" armature="0.01"/></default></default></default>
      <asset><mesh name="shell" file="collision/link0.stl"/><mesh file="link0.stl"/><material name="white" rgba="1 1 1 1"/></asset>
      <worldbody><light name="top" pos="0 0 2" mode="trackcom"/>
        <body name="link0" childclass="arm">${inertial(0.63, 0.05)}<geom class="look" mesh="link0" material="white"/>
          <geom class="touch" type="mesh" mesh="shell"/>
        <body name="link1" pos="0 0 0.333" gravcomp="1">${
      inertial(5, -0.04)
    }<joint name="joint1"/><geom class="look" mesh="link0"/>
          <geom class="touch" size="0.06" fromto="0 0 -0.2 0 0 0"/>
        <body name="link2" quat="1 -1 0 0" gravcomp="1">${inertial(3, 0)}<joint name="joint2" range="-1.7 1.7"/>
          <geom class="touch" size="0.06" fromto="0 0 0 0 -0.3 0"/>
        <body name="hand" pos="0 -0.4 0" quat="1 1 0 0" gravcomp="1">${
      inertial(0.7, 0)
    }<joint name="joint3"/><site name="tcp" pos="0 0 0.1"/>
          ${
      ["left", "right"].map((side, i) =>
        `<body name="${side}_finger" pos="0 0 0.06" quat="${1 - i} 0 0 ${i}" gravcomp="1">${inertial(0.015, 0)}
          <joint name="finger_joint${
          i + 1
        }" class="finger"/><geom class="touch" type="box" size="0.01 0.005 0.02"/></body>`
      ).join("")
    }
        </body></body></body></body></worldbody>
      <contact><exclude body1="link0" body2="link1"/><exclude body1="left_finger" body2="right_finger"/></contact>
      <tendon><fixed name="split"><joint joint="finger_joint1" coef="0.5"/><joint joint="finger_joint2" coef="0.5"/></fixed></tendon>
      <equality><joint joint1="finger_joint1" joint2="finger_joint2" solimp="0.95 0.99 0.001" solref="0.005 1"/></equality>
      <include file="actuators/position.xml"/>
      <keyframe><key name="home" qpos="0 0.3 0 0.04 0.04" ctrl="0 0.3 0 255"/><key name="closed" qpos="0 0.3 0 0 0"/></keyframe></mujoco>`,
    "arm/actuators/position.xml": `<mujoco><actuator>
      <general class="arm" name="actuator1" joint="joint1" gainprm="4500" biasprm="0 -4500 -450"/>
      <general class="arm" name="actuator2" joint="joint2" gainprm="4500" biasprm="0 -4500 -450" ctrlrange="-1.7 1.7"/>
      <general class="arm" name="actuator3" joint="joint3" gainprm="2000" biasprm="0 -2000 -200"/>
      <general class="arm" name="actuator4" tendon="split" forcerange="-100 100" ctrlrange="0 255" gainprm="0.01568627451 0 0"
        biasprm="0 -100 -10"/></actuator></mujoco>`,
    "arm/assets/link0.stl": TEST_MESHES.stl(0.1),
    "arm/assets/collision/link0.stl": TEST_MESHES.stl(0.08),
  },
  module: moduleOf([
    ["joint1", -2.9, 2.9],
    ["joint2", -1.7, 1.7],
    ["joint3", -2.9, 2.9],
    ["finger_joint1", 0, 0.04, "prismatic"],
    ["finger_joint2", 0, 0.04, "prismatic"],
  ], ["tcp"]),
  start: [0, 0.3, 0, 0.04, 0.04],
  target: [0.5, -0.2, 0.3, 0.02, 0.02],
  others: [],
};

const FINGER = (side: string, sign: number) =>
  `<body name="${side}_driver" pos="0 ${0.0306 * sign} 0.0549" quat="${sign > 0 ? "1 0 0 0" : "0 0 0 1"}">
    <inertial mass="0.009" pos="0 0.017 0.002" diaginertia="1.7e-6 1.6e-6 2.7e-7"/><joint name="${side}_driver_joint" class="driver"/>
    <body name="${side}_coupler" pos="0 0.0315 -0.0041"><inertial mass="0.014" pos="0 0.005 0.01" diaginertia="2.6e-6 2.3e-6 4e-7"/>
      <joint name="${side}_coupler_joint" class="coupler"/></body></body>
  <body name="${side}_spring_link" pos="0 ${0.0132 * sign} 0.0609" quat="${sign > 0 ? "1 0 0 0" : "0 0 0 1"}">
    <inertial mass="0.022" pos="0 0.018 0.02" diaginertia="8.9e-6 8e-6 1.6e-6"/><joint name="${side}_spring_link_joint" class="spring_link"/>
    <body name="${side}_follower" pos="0 0.055 0.0375"><inertial mass="0.0126" pos="0 -0.011 0.012" diaginertia="2.6e-6 2.5e-6 5e-7"/>
      <joint name="${side}_follower_joint" class="follower"/></body></body>`;
const STIFF = `solimp="0.95 0.99 0.001" solref="0.005 1"`;

/** A gripper of two four-bar linkages that `connect` closes; one tendon drives both, and of eight joints the module has one. */
const TWO_FINGERS: TestImportedModel = {
  file: "2f.xml",
  files: {
    "2f.xml":
      `<mujoco model="2f"><compiler angle="radian" autolimits="true"/><option timestep="0.001" cone="elliptic" impratio="10"/>
      <default><default class="2f"><joint axis="1 0 0"/>
        <default class="driver"><joint range="0 0.8" armature="0.005" damping="0.1"/></default>
        <default class="follower"><joint range="-0.872664 0.872664"/></default>
        <default class="spring_link"><joint range="-0.29670597283 0.8" stiffness="0.05" springref="2.62" damping="0.00125"/></default>
        <default class="coupler"><joint range="-1.57 0"/></default></default></default>
      <worldbody><body name="base_mount" childclass="2f" pos="0 0 0.1"><geom type="cylinder" size="0.03 0.004" mass="0.1"/>
        <body name="base" quat="1 0 0 -1">${inertial(0.78, 0.03)}${FINGER("right", 1)}${
        FINGER("left", -1)
      }</body></body></worldbody>
      <contact><exclude body1="base" body2="left_driver"/></contact>
      <tendon><fixed name="split"><joint joint="right_driver_joint" coef="0.5"/><joint joint="left_driver_joint" coef="0.5"/></fixed></tendon>
      <equality><connect anchor="0 0.05 0.02" body1="right_follower" body2="right_coupler" ${STIFF}/>
        <connect anchor="0 0.05 0.02" body1="left_follower" body2="left_coupler" ${STIFF}/>
        <joint joint1="right_driver_joint" joint2="left_driver_joint" polycoef="0 1 0 0 0" ${STIFF}/></equality>
      <actuator><general name="fingers_actuator" tendon="split" biastype="affine" forcerange="-5 5" ctrlrange="0 255"
        gainprm="0.3137255 0 0" biasprm="0 -100 -10"/></actuator></mujoco>`,
  },
  module: moduleOf([["left_driver_joint", 0, 0.8]]),
  start: [0],
  target: [0.4],
  others: ["right_coupler_joint", "right_spring_link_joint", "right_follower_joint"].concat(
    ["left_coupler_joint", "left_spring_link_joint", "left_follower_joint"],
  ),
};

const LINK = (name: string, mass: number, x: number, rest = "") =>
  `<link name="${name}">${rest}<inertial><mass value="${mass}"/><origin xyz="${x} 0 0"/>
    <inertia ixx="${0.01 * mass}" ixy="0" ixz="0" iyy="${0.01 * mass}" iyz="0" izz="${
    0.01 * mass
  }"/></inertial></link>`;
const JOINT = (name: string, parent: string, child: string, origin: string, rest = "") =>
  `<joint name="${name}" type="${
    rest === "" ? "fixed" : "revolute"
  }"><parent link="${parent}"/><child link="${child}"/><origin ${origin}/>${rest}</joint>`;
const LIMIT = (lower: number, upper: number) =>
  `<axis xyz="0 0 1"/><limit lower="${lower}" upper="${upper}" effort="150" velocity="3.14"/>`;

/** A URDF of an arm and a gripper from two packages, in the layout of ROS: frames without mass, Collada to look at, mimic joints. */
const URDF_ARM: TestImportedModel = {
  file: "src/arm_description/urdf/arm.urdf",
  files: {
    "src/arm_description/package.xml": "<package><name>arm_description</name></package>",
    "src/arm_description/meshes/visual/base.dae": "<COLLADA/>",
    "src/arm_description/meshes/collision/base.stl": TEST_MESHES.stl(0.2),
    "src/gripper/meshes/finger.stl": TEST_MESHES.stl(0.02),
    "src/arm_description/urdf/arm.urdf":
      `<?xml version="1.0" ?>\r\n<robot name="arm"><mujoco><option timestep="0.001"/></mujoco><link name="world"/><link name="base_link"/>
      <link name="tool0"/>${JOINT("base_joint", "world", "base_link", `xyz="0 0 0.1"`)}
      ${
        LINK(
          "base_link_inertia",
          4,
          0,
          `<visual><geometry><mesh filename="package://arm_description/meshes/visual/base.dae"/></geometry></visual>
        <collision><geometry><mesh filename="package://arm_description/meshes/collision/base.stl" scale="0.5 0.5 0.5"/></geometry></collision>`,
        )
      }${JOINT("base_turn", "base_link", "base_link_inertia", `rpy="0 0 3.14159"`)}
      ${LINK("shoulder", 3.7, 0, `<collision><geometry><cylinder radius="0.06" length="0.1"/></geometry></collision>`)}
      ${JOINT("shoulder_pan", "base_link_inertia", "shoulder", `xyz="0 0 0.1625"`, LIMIT(-6.2831, 6.2831))}
      ${LINK("upper_arm", 8.4, -0.2)}
      ${JOINT("shoulder_lift", "shoulder", "upper_arm", `rpy="1.570796327 0 0"`, LIMIT(-6.2831, 6.2831))}
      ${JOINT("flange", "upper_arm", "tool0", `xyz="-0.4 0 0"`)}
      ${LINK("gripper_base", 0.2, 0)}${JOINT("gripper_mount", "tool0", "gripper_base", `xyz="0 0 0"`)}
      ${LINK("left_knuckle", 0.05, 0.03)}${LINK("right_knuckle", 0.05, 0.03)}
      ${
        LINK(
          "left_tip",
          0.05,
          0.02,
          `<collision><geometry><mesh filename="package://gripper/meshes/finger.stl"/></geometry></collision>`,
        )
      }
      ${JOINT("finger_joint", "gripper_base", "left_knuckle", `xyz="0 0.03 0.05"`, LIMIT(0, 0.8))}
      ${
        JOINT(
          "right_knuckle_joint",
          "gripper_base",
          "right_knuckle",
          `xyz="0 -0.03 0.05"`,
          `${LIMIT(-0.8, 0.8)}<mimic joint="finger_joint" multiplier="-1" offset="0"/>`,
        )
      }
      ${
        JOINT(
          "left_tip_joint",
          "left_knuckle",
          "left_tip",
          `xyz="0.05 0 0"`,
          `${LIMIT(-0.9, 0.9)}<mimic joint="finger_joint" multiplier="-1"/>`,
        )
      }</robot>`,
  },
  module: moduleOf(
    [["shoulder_pan", -6.28, 6.28], ["shoulder_lift", -6.28, 6.28], ["finger_joint", 0, 0.8]],
    ["base_link"],
    ["tool0"],
  ),
  start: [0, 0, 0],
  target: [0.5, -1, 0.5],
  others: [],
};

/** A base on slide joints with velocity servos, wheels that nothing drives, and an arm of another file, attached under a name with a slash. */
const MOBILE: TestImportedModel = {
  file: "mobile.xml",
  files: {
    "mobile.xml": `\ufeff<mujoco><compiler angle="degree" eulerseq="zyx" autolimits="true"/><option timestep="0.001"/>
      <asset><model name="arm" file="parts/mästchen.xml"/></asset><worldbody><geom type="plane" size="0 0 1"/>
      <body name="base" pos="0 0 0.25"><joint name="base_x" type="slide" axis="1 0 0" damping="10"/>
        <joint name="base_y" type="slide" axis="0 1 0"/><joint name="base_yaw" axis="0 0 1"/><geom type="box" size="0.3 0.2 0.1" mass="60"/>
        <body name="wheel" pos="0.3 0.25 -0.1"><joint name="wheel" axis="0 1 0"/><geom type="cylinder" size="0.08 0.02" euler="0 0 90" mass="2"/></body>
        <frame pos="0 0 0.1" euler="90 0 0"><attach model="arm" body="post" prefix="arm/"/></frame></body></worldbody>
      <actuator><velocity name="vx" joint="base_x" kv="500"/><velocity joint="base_y" kv="500"/><velocity joint="base_yaw" kv="100"/></actuator></mujoco>`,
    "parts/mästchen.xml":
      `<mujoco><compiler angle="radian"/><worldbody><body name="post"><geom type="cylinder" size="0.05 0.01" mass="1"/>
      <body name="é" pos="0 0 0.05"><joint name="gelenk 1" axis="0 1 0" range="-1.5 1.5" damping="1"/>
        <geom type="capsule" fromto="0 0 0.1 0 0 0.4" size="0.03" mass="1"/></body></body></worldbody>
      <actuator><position name="日本" joint="gelenk 1" kp="3000" kv="60" ctrlrange="-1.5 1.5"/></actuator></mujoco>`,
  },
  module: moduleOf([
    ["base_x", -Infinity, Infinity, "prismatic"],
    ["base_y", -Infinity, Infinity, "prismatic"],
    ["base_yaw", -Infinity, Infinity],
    ["arm/gelenk 1", -1.5, 1.5],
  ]),
  start: [0, 0, 0, 0],
  target: [0.4, -0.3, 0.4, 0.6],
  others: ["wheel"],
};

/** Stand-ins for models that people bring, each with what is typical of its kind. */
export const TEST_IMPORTED_MODELS = {
  "an arm with nested defaults, includes, and fingers on a tendon": ARM,
  "a gripper of closed linkages": TWO_FINGERS,
  "a URDF of two packages with mimic joints": URDF_ARM,
  "a mobile base with an arm of another file": MOBILE,
} satisfies Record<string, TestImportedModel>;
