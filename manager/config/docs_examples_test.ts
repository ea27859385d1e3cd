import assert from "node:assert/strict";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { loadRobotModule } from "../../robots/load_robot_module.ts";
import { loadInterfaceConfig } from "../../schemas/load_interface_config.ts";
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

async function examplesOf(page: string): Promise<string[]> {
  const text = await Deno.readTextFile(new URL(`../../docs/${page}`, import.meta.url));
  return [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, example]) => example);
}

async function inFile(text: string, run: (file: string) => Promise<void>): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".yaml" });
  await Deno.writeTextFile(file, text);
  await run(file);
  await Deno.remove(file);
}
