import assert from "node:assert/strict";
import { TestRobot } from "./test_robot.ts";
import { TestWorld } from "./world/test_world.ts";

const ARM = (a: string, b = "", rest = "") =>
  `<mujoco><option timestep="0.001"/><worldbody>
    <body pos="0 0 1" ${a}><joint name="j1"/><geom size="0.1"/><body ${b}><joint name="j2"/><geom size="0.1"/></body></body>
  </worldbody>${rest}</mujoco>`;
const KEYS = (...keys: readonly string[]) =>
  ARM(
    "",
    "",
    `<actuator><motor joint="j1"/></actuator><keyframe>${keys.map((key) => `<key ${key}/>`).join("")}</keyframe>`,
  );

/** What is said of a model by the driver that simulates it alone, and by a world; "" when both take it. */
async function refusals(xml: string): Promise<string[]> {
  const module = ["j1", "j2"];
  const texts: string[] = [];
  for (
    const open of [
      () => TestRobot.open({ xml, module }),
      () => TestWorld.open({ files: { "m.xml": xml }, robots: [{ file: "m.xml", module }] }),
    ]
  ) {
    try {
      (await open())[Symbol.dispose]();
      texts.push("");
    } catch (error) {
      texts.push((error as Error).message);
    }
  }
  return texts;
}

for (
  const [title, xml, wanted] of [
    ["a position that is no number", KEYS(`name="home" qpos="0 nan"`), /keyframe home starts joint 'j2' at NaN/],
    ["an infinite position", KEYS(`qpos="-inf 0"`), /keyframe number 0 starts joint 'j1' at -Infinity/],
    ["a position beyond all reason", KEYS(`name="far" qpos="1e300 0"`), /keyframe far starts joint 'j1' at 1e\+300/],
    ["a velocity that is no number", KEYS(`name="home" qvel="0 nan"`), /keyframe home has NaN in qvel/],
    ["an infinite control", KEYS(`name="home" ctrl="inf"`), /keyframe home has Infinity in ctrl/],
    [
      "two of several keyframes",
      KEYS(`name="a"`, `name="b" qpos="nan 0"`, `name="c" qpos="0 nan"`),
      /b starts.*; keyframe c starts/,
    ],
  ] as const
) {
  Deno.test(`a keyframe with ${title} is refused before anything starts in it`, async () => {
    for (const text of await refusals(xml)) {
      assert.match(text, wanted);
      assert.match(text, /^loading model .*, finite numbers below 1e\+10 were wanted; correct the keyframe$/);
    }
  });
}

Deno.test("a model that cannot start for what else is no number, or beyond reason, is refused with its joint", async () => {
  for (const [a, b] of [[`quat="nan 0 0 0"`, ""], ["", `pos="1e300 0 0"`], ["", `pos="nan 0 0"`]]) {
    for (const text of await refusals(ARM(a, b))) {
      assert.match(
        text,
        /^starting .*: the acceleration of joint (a\/)?j1 is NaN, a value below 1e\+10 was wanted; look for/,
      );
    }
  }
});

Deno.test("an honest keyframe is none of that", async () => {
  assert.deepEqual(await refusals(KEYS(`name="home" qpos="0.1 -0.2" qvel="1 1" ctrl="3"`)), ["", ""]);
});
