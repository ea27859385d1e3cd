import assert from "node:assert/strict";
import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import { TestRobot } from "./test_robot.ts";
import { TestWorld } from "./world/test_world.ts";

const moduleOf = (...joints: (Partial<JointDescription> & { name: string })[]): RobotModule => {
  const rest = { velocity: 9, acceleration: 99, effort: 99 };
  return {
    name: "M",
    joints: joints.map((joint) => ({ type: "revolute", lower: -3.14, upper: 3.14, ...rest, ...joint })),
    grippers: [],
    bodySensors: [],
    forceSensors: [],
    posture: joints.map(() => 0),
  };
};
const body = (joint: string, x = 0) => `<body pos="${x} 0 1"><joint ${joint}/><geom size="0.1"/></body>`;
const model = (bodies: string, rest = "", compiler = `angle="radian"`) =>
  `<mujoco><compiler ${compiler}/><option timestep="0.001"/><worldbody>${bodies}</worldbody>${rest}</mujoco>`;
const home = (qpos: string) => `<keyframe><key name="home" qpos="${qpos}"/></keyframe>`;

/** What is said of a model and its module: warnings of the driver, and of the world's report; or that it is refused, by both. */
async function said(xml: string, module: RobotModule): Promise<{ alone: string; world: string }> {
  const texts: string[] = [];
  for (const open of [() => aloneSays(xml, module), () => worldSays(xml, module)]) {
    try {
      texts.push(await open());
    } catch (error) {
      texts.push(`refused: ${(error as Error).message}`);
    }
  }
  return { alone: texts[0], world: texts[1] };
}

async function aloneSays(xml: string, module: RobotModule): Promise<string> {
  using robot = await TestRobot.open({ xml, module });
  return robot.warnings.join("\n");
}

async function worldSays(xml: string, module: RobotModule): Promise<string> {
  using scene = await TestWorld.open({ files: { "m.xml": xml }, robots: [{ file: "m.xml", module }] });
  return scene.world.report().robots[0].warnings.join("\n");
}

Deno.test("radians that MuJoCo took for degrees are told of, with the setting that is missing", async () => {
  const xml = model(
    body(`name="a" range="-3.14 3.14"`) + body(`name="b" range="0 2"`, 1) + body(`name="c"`, 2),
    "",
    "",
  );
  const module = moduleOf({ name: "a" }, { name: "b", lower: 0, upper: 2 }, { name: "c" });
  const { alone, world } = await said(xml, module);
  const wanted =
    /joint 'a' moves from -0\.054803 to 0\.054803 in the model and from -3\.14 to 3\.14 in module M; joint 'b' moves from 0 to 0\.034907 .* angles of an MJCF file are degrees unless it says <compiler angle="radian"\/>/;
  assert.match(alone, wanted);
  assert.match(world, wanted);
  assert.match(world, /^refused: robot 'a': checking the joints of/);
});

Deno.test("degrees, metres of rails, and ranges that are rounded, wider, or unknown to one side are nothing to tell of", async () => {
  const degrees = model(body(`name="a" range="-179.9087 179.9"`), "", "");
  assert.deepEqual(await said(degrees, moduleOf({ name: "a" })), { alone: "", world: "" });
  const rail = model(body(`name="a" type="slide" range="-0.0548 0.0548"`));
  const short = moduleOf({ name: "a", type: "prismatic", lower: -0.0548, upper: 0.0548 });
  assert.deepEqual(await said(rail, short), { alone: "", world: "" });
  for (
    const [range, limits] of [
      [`range="-4 4"`, {}],
      [`range="-1 1" limited="false"`, {}],
      ["", {}],
      [`range="-0.01 0.01"`, { lower: -Infinity, upper: Infinity }],
    ] as const
  ) {
    const xml = model(body(`name="a" ${range}`));
    assert.deepEqual(await said(xml, moduleOf({ name: "a", ...limits })), { alone: "", world: "" });
  }
});

Deno.test("a joint that stops before a limit of the module, or starts beyond its range, is told of", async () => {
  const xml = model(body(`name="a" range="-1 4"`) + body(`name="b" range="0 4"`, 1), home("2 -0.5"));
  const { alone, world } = await said(xml, moduleOf({ name: "a" }, { name: "b", lower: 0 }));
  for (const text of [alone, world]) {
    assert.match(
      text,
      /joint 'a' moves from -1 to 4 in the model and from -3\.14 to 3\.14 in module M: it stops there/,
    );
    assert.match(
      text,
      /joint 'b' stands at -0\.5, beyond its range in the model of 0 to 4, and is pushed back; correct/,
    );
    assert.doesNotMatch(text, /joint 'b' moves|joint 'a' stands/);
  }
});

Deno.test("a joint that starts beyond a limit of the module is told of, whether the model limits it or not", async () => {
  const module = moduleOf({ name: "a" }, { name: "b" }, { name: "c" }, { name: "d", upper: Infinity });
  const bodies = body(`name="a"`) + body(`name="b" range="-9 9"`, 1) + body(`name="c"`, 2) + body(`name="d"`, 3);
  const { alone, world } = await said(model(bodies, home("100 -4 3.1401 50")), module);
  for (const text of [alone, world]) {
    const told = text.split("\n").map((line) => line.replace(/^.*?(?=joint)/, ""));
    assert.deepEqual(told, [
      "joint 'a' stands at 100, beyond its limits in module M of -3.14 to 3.14: commands that leave it there are refused; correct the keyframe or the module",
      "joint 'b' stands at -4, beyond its limits in module M of -3.14 to 3.14: commands that leave it there are refused; correct the keyframe or the module",
    ]);
  }
});

Deno.test("ranges that have nothing in common are refused", async () => {
  const { alone, world } = await said(model(body(`name="a" range="1 2"`)), moduleOf({ name: "a", upper: 0.5 }));
  for (const text of [alone, world]) {
    assert.match(
      text,
      /^refused: .*joint 'a' moves from 1 to 2 .* ranges that overlap were wanted; correct the range or/,
    );
  }
});
