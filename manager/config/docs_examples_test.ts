import assert from "node:assert/strict";
import { ConfigProblems } from "../../core/config_problems.ts";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { loadRobotModule } from "../../robots/load_robot_module.ts";
import { loadInterfaceConfig } from "../../schemas/load_interface_config.ts";
import { checkZenohConfig } from "../../schemas/zenoh/check_zenoh_config.ts";
import { managerConfigCase } from "../../tests/manager_config_case.ts";

const modules = BUILT_IN_ROBOT_MODULES;

Deno.test("the examples of docs/configuration.md are good configurations", async () => {
  const [first, sharing, interfaceFile, ...others] = await examplesOf("configuration.md");
  const full = await managerConfigCase.load(first, { modules }, { "scene.xml": "<mujoco/>" });
  assert.deepEqual([full.stepsPerRun, full.posture?.robots.ur5e.targets.length], [5, 2]);
  const shared = await managerConfigCase.load("Controller: hold\n" + sharing, { modules });
  assert.deepEqual(shared.robots.map(({ name, mode }) => `${name} ${mode}`), [
    "left position",
    "right velocity",
    "third torque",
  ]);
  await inFile(interfaceFile, async (file) => assert.equal((await loadInterfaceConfig({ file })).name, "ur5e"));
  assert.equal(others.length, 0);
});

Deno.test("the example of docs/robot_modules.md is a good module", async () => {
  const [example] = await examplesOf("robot_modules.md");
  await inFile(example, async (file) => assert.deepEqual((await loadRobotModule(file, "/")).posture, [0, 1.57, 0]));
});

Deno.test("the Zenoh configurations of the documentation have only keys that Zenoh knows", async () => {
  let count = 0;
  for await (const { name } of Deno.readDir(new URL("../../docs/", import.meta.url))) {
    if (!name.endsWith(".md")) continue;
    for (const example of await examplesOf(name, "json5")) {
      const problems = new ConfigProblems();
      checkZenohConfig(example, name, problems);
      assert.deepEqual(problems.all, [], example);
      count++;
    }
  }
  assert.ok(count >= 4, `${count} examples were found`);
});

async function examplesOf(page: string, language = "yaml"): Promise<string[]> {
  const text = await Deno.readTextFile(new URL(`../../docs/${page}`, import.meta.url));
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(([, example]) => example);
}

async function inFile(text: string, run: (file: string) => Promise<void>): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(file, text);
  await run(file);
  await Deno.remove(file);
}
