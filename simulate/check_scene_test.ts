import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/config_error.ts";
import { checkScene } from "./check_scene.ts";

const EXAMPLE = fileURLToPath(new URL("../examples/two_arms", import.meta.url));

/** What is printed of a scene, and the exit code. */
async function check(file: string, json: boolean): Promise<{ code: number; text: string }> {
  let text = "";
  const code = await checkScene(file, json, (part) => text += part);
  return { code, text };
}

Deno.test("a scene is told of in lines for a terminal, or as one JSON document", async () => {
  const { code, text } = await check(`${EXAMPLE}/scene.yaml`, false);
  assert.equal(code, 0);
  for (const line of text.split("\n")) assert.ok([...line].length <= 80 || line.includes(EXAMPLE), line);
  const document = await check(`${EXAMPLE}/scene.yaml`, true);
  assert.equal(document.code, 0);
  const { robots, ...world } = JSON.parse(document.text);
  assert.deepEqual(Object.keys(world).sort(), ["contacts", "file", "gravity", "notes", "objects", "sizes", "stepNs"]);
  // Documented, and so are their keys: what reads them goes on reading them.
  assert.deepEqual(Object.keys(robots[0]).sort(), [
    ..."bodySensors file forceSensors isFloating joints keyframe keyframes massKg module name notes".split(" "),
    ..."otherActuators otherJoints otherSensors periodNs steps warnings".split(" "),
  ]);
  assert.deepEqual(Object.keys(robots[0].joints[0]).sort(), ["actuators", "name", "range", "start", "type"]);
  assert.deepEqual(robots[0].joints[0].actuators, { position: ["turn"], velocity: [], torque: [] });
});

Deno.test("a model that does not fit its module is a fault of the scene's files", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    for (const name of ["bender.xml", "bender.yaml", "sweeper.xml", "sweeper.yaml", "scene.yaml"]) {
      Deno.copyFileSync(`${EXAMPLE}/${name}`, `${folder}/${name}`);
    }
    const model = Deno.readTextFileSync(`${folder}/bender.xml`);
    Deno.writeTextFileSync(`${folder}/bender.xml`, model.replaceAll('"lower"', '"lowr"'));
    await assert.rejects(check(`${folder}/scene.yaml`, false), (error) => {
      assert.ok(error instanceof ConfigError, String(error));
      assert.match(
        error.message,
        /scene\.yaml: robot 'bender': .*joint 'lower' is not in the model \(did you mean 'lowr'\?\)/,
      );
      return true;
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
