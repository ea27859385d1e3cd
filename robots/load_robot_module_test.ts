import assert from "node:assert/strict";
import { ConfigError } from "../core/config_error.ts";
import { ConfigProblems } from "../core/config_problems.ts";
import { parseYaml } from "../core/parse_yaml.ts";
import { readRobotModule } from "../schemas/read_robot_module.ts";
import { robotModuleToPlain } from "../schemas/robot_module_to_plain.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import { testModules } from "../tests/test_modules.ts";
import { BUILT_IN_ROBOT_MODULES } from "./built_in_robot_modules.ts";
import { loadRobotModule } from "./load_robot_module.ts";

Deno.test("a built-in module is found by its name", async () => {
  for (const [name, module] of BUILT_IN_ROBOT_MODULES) assert.equal(await loadRobotModule(name, "/nowhere"), module);
});

Deno.test("every built-in module comes through its YAML form unchanged", () => {
  for (const [name, module] of BUILT_IN_ROBOT_MODULES) {
    const problems = new ConfigProblems();
    const node = parseYaml(JSON.stringify(robotModuleToPlain(module)), name, problems);
    assert.deepEqual(readRobotModule(node!, [], problems), module);
    assert.deepEqual(problems.all, []);
  }
});

Deno.test("our YAML form: everything given, and the least", async () => {
  const full = await load(
    "sub/arm.yaml",
    `name: arm
joints:
  - {name: a, type: prismatic, lower: -1, upper: 1, velocity: 2, acceleration: 3, effort: 4}
  - {name: b, lower: 0.5}
grippers: {hand: [b]}
body_sensors: [imu]
force_sensors: [wrist]
posture: {a: -0.5}
`,
  );
  assert.deepEqual(full, {
    name: "arm",
    joints: [
      { name: "a", type: "prismatic", lower: -1, upper: 1, velocity: 2, acceleration: 3, effort: 4 },
      {
        name: "b",
        type: "revolute",
        lower: 0.5,
        upper: Infinity,
        velocity: Infinity,
        acceleration: Infinity,
        effort: Infinity,
      },
    ],
    grippers: [{ name: "hand", joints: ["b"] }],
    bodySensors: ["imu"],
    forceSensors: ["wrist"],
    posture: [-0.5, 0.5],
  });
  const least = await load("arm.yaml", "name: arm\njoints: [{name: a}]\n");
  assert.deepEqual([least.grippers, least.bodySensors, least.forceSensors, least.posture], [[], [], [], [0]]);
});

const URDF = `<?xml version="1.0"?>
<robot name="arm">
  <link name="base"/>
  <joint name="world" type="fixed"><parent link="w"/></joint>
  <joint name="z" type="revolute"><limit lower="0.5" upper="2" velocity="3" effort="4"/></joint>
  <joint name="a" type="continuous"><limit velocity="1" effort="0"/></joint>
  <joint name="copy" type="revolute"><limit lower="0" upper="1" velocity="1" effort="1"/><mimic joint="a"/></joint>
  <joint name="m" type="prismatic"><limit upper="1" velocity="0" effort="7" acceleration="9"/></joint>
  <transmission name="t"><joint name="z"/></transmission>
</robot>
`;

Deno.test("URDF: movable joints in the order of the file, without fixed and mimicking ones", async () => {
  assert.deepEqual(await load("arm.urdf", URDF), {
    name: "arm",
    joints: [
      { name: "z", type: "revolute", lower: 0.5, upper: 2, velocity: 3, acceleration: Infinity, effort: 4 },
      {
        name: "a",
        type: "revolute",
        lower: -Infinity,
        upper: Infinity,
        velocity: 1,
        acceleration: Infinity,
        effort: Infinity,
      },
      { name: "m", type: "prismatic", lower: 0, upper: 1, velocity: Infinity, acceleration: 9, effort: 7 },
    ],
    grippers: [],
    bodySensors: [],
    forceSensors: [],
    posture: [0.5, 0, 0],
  });
});

Deno.test("a name that is no module", async () => {
  const modules = testModules();
  await assert.rejects(loadRobotModule("arm", "/", { modules }), {
    name: "ConfigError",
    message:
      "arm: 'arm' is not a robot module; wanted Arm, Rail, or a file (./my_robot.yaml, my_robot.urdf) (did you mean 'Arm'?)",
  });
  const from = { mark: { file: "mc_rtc.yaml", line: 3, column: 5 }, path: "Robots.a.module" };
  await assert.rejects(loadRobotModule("./x.urdf", "/nowhere", { modules, from }), {
    name: "ConfigError",
    message:
      "mc_rtc.yaml:3:5: Robots.a.module: './x.urdf' cannot be read: there is no such file (looked for /nowhere/x.urdf)",
  });
});

Deno.test("faults of our YAML form are shown at once", async () => {
  await refuses(
    "arm.yaml",
    `nam: arm
joints:
  - {name: a, type: floating, lower: 2, upper: 1}
  - {name: a, veloctiy: 1, velocity: 0, effort: .inf}
  - {lower: "1"}
grippers: {hand: [aa], empty: []}
body_sensors: [x, x]
posture: [1]
`,
    "1:1: name: is missing; wanted the name of the robot module",
    "1:1: nam: 'nam' is not known here; wanted name, joints, grippers, body_sensors, force_sensors or posture (did you mean 'name'?)",
    "3:21: joints[0].type: 'floating' is not a kind of joint; wanted revolute or prismatic",
    "3:38: joints[0].lower: lower 2 is above upper 1; wanted lower ≤ upper",
    "4:12: joints[1].name: 'a' is the name of two joints, 1 and 2; wanted different ones",
    "4:15: joints[1].veloctiy: 'veloctiy' is not known here; wanted name, type, lower, upper, velocity, acceleration or effort (did you mean 'velocity'?)",
    "4:38: joints[1].velocity: '0' is not the largest speed; wanted a number > 0; leave it out when it is unknown",
    "4:49: joints[1].effort: '.inf' is not the largest torque or force; wanted a number > 0; leave it out when it is unknown",
    "5:5: joints[2].name: is missing; wanted the name of the joint",
    "5:13: joints[2].lower: '1' is not a limit; wanted a finite number; leave it out when there is no limit (write it without quotes)",
    "6:19: grippers.hand[0]: 'aa' is not a joint of the robot; wanted one of a",
    "6:31: grippers.empty: is an empty list; wanted a list of joint names",
    "7:19: body_sensors[1]: 'x' is the name of two sensors; wanted different ones",
    "8:10: posture: has 1 value; wanted a list of 3 numbers, or a map of joint names to numbers",
  );
  await refuses("arm.yaml", "", "1:1: is empty; wanted a robot module with name and joints");
  await refuses(
    "arm.yaml",
    "name: a\njoints: []\n",
    "2:9: joints: is an empty list; wanted a list of joints, each with name, lower, upper, velocity, acceleration and effort",
  );
});

Deno.test("faults of a URDF are shown at once", async () => {
  await refuses(
    "arm.urdf",
    `<robot>
  <joint name="a" type="floating"/>
  <joint name="a" type="revolut"/>
  <joint name="b" type="revolute"/>
  <joint type="prismatic">
    <limit lower="2" upper="x" velocity="-1"/>
  </joint>
</robot>`,
    '1:1: the robot has no name; wanted <robot name="…">',
    "2:3: joint 'a' is floating; wanted revolute, continuous, prismatic or fixed (a robot module has one value for each joint)",
    "3:3: 'a' is the name of two joints; wanted different ones",
    "3:3: joint 'a': 'revolut' is not a kind of joint; wanted revolute, continuous, prismatic, fixed, floating, planar (did you mean 'revolute'?)",
    "4:3: joint 'b': a revolute joint has no <limit>; wanted one",
    '5:3: a joint has no name; wanted <joint name="…">',
    "6:5: joint '': upper 'x' is not a number; wanted one",
    "6:5: joint '': lower 2 is above upper 0; wanted lower ≤ upper",
    "6:5: joint '': velocity -1 is negative; wanted a number > 0",
  );
});

Deno.test("what is no URDF", async () => {
  for (
    const [text, expected] of [
      ["", "1:1: is no valid XML: missing root element"],
      ["hello", "1:1: is no valid XML: missing root element"],
      [
        "<robot name='a'><joint>\n</robot>",
        '1:24: is no valid XML: Opening and ending tag mismatch: "joint" != "robot"',
      ],
      ["<sdf/>", "1:1: starts with <sdf>; wanted <robot>"],
      [
        "<robot name='a' xmlns:xacro='x'>\n<xacro:include/></robot>",
        "2:1: is a xacro file (<xacro:include>); wanted a URDF (run 'xacro robot.urdf.xacro > robot.urdf')",
      ],
      ["<robot name='a'><link name='l'/></robot>", "1:1: has no movable joint; wanted at least one"],
      ["<robot name=a/>", "1:1: is no valid XML"],
    ] as const
  ) {
    await assert.rejects(load("arm.urdf", text), (error) => {
      assert.ok(error instanceof ConfigError, String(error));
      assert.ok(error.message.includes(`/arm.urdf:${expected}`), `${text}: ${error.message}`);
      return true;
    });
  }
});

async function load(file: string, text: string): Promise<RobotModule> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.mkdir(`${folder}/sub`);
    await Deno.writeTextFile(`${folder}/${file}`, text);
    return await loadRobotModule(file, folder, { modules: new Map() });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function refuses(file: string, text: string, ...expected: readonly string[]): Promise<void> {
  await assert.rejects(load(file, text), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    const prefix = new RegExp(`^.*/${file}:`, "gm");
    assert.deepEqual(error.message.replaceAll(prefix, "").split("\n"), expected);
    return true;
  });
}
