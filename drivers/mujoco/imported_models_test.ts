import assert from "node:assert/strict";
import { TEST_IMPORTED_MODELS, type TestImportedModel } from "./test_imported_models.ts";
import { TestRobot } from "./test_robot.ts";
import { testNear as near } from "./world/test_near.ts";
import { TestWorld } from "./world/test_world.ts";

const HALF = Math.SQRT1_2;
/** Periods of 1 ms: of the way to the target, and until the end. */
const [WAY, END] = [1500, 2000];

/** Command of a period, from the start to the target without a jump: a base of 60 kg has the effort for no more. */
function command({ start, target }: TestImportedModel, period: number): number[] {
  const part = (1 - Math.cos(Math.PI * Math.min(1, period / WAY))) / 2;
  return start.map((from, joint) => from + part * (target[joint] - from));
}

const withoutFile = (line: string) => line.replace(/^warning: \/.*\.\w+: /, "");

/** The robot alone, after it has gone to its target; and what was warned of. */
async function alone(model: TestImportedModel) {
  const { files, file, module, start } = model;
  const folder = Deno.makeTempDirSync({ prefix: "uri imported " });
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = `${folder}/${name}`;
      Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
      Deno.writeFileSync(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    using robot = await TestRobot.open({ path: `${folder}/${file}`, module });
    near(robot.run(0.1).position, start, 1e-3);
    for (let period = 0; period < END; period++) robot.run(0.001, command(model, period));
    return { position: robot.q, warnings: robot.warnings.map(withoutFile) };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

for (const [title, model] of Object.entries<TestImportedModel>(TEST_IMPORTED_MODELS)) {
  Deno.test(`a robot goes to its target, alone and as one of two in a world: ${title}`, async () => {
    const { position, warnings } = await alone(model);
    near(position, model.target, 5e-3);
    using scene = await TestWorld.open({
      timestepS: 0.001,
      files: model.files,
      robots: [
        { file: model.file, module: model.module },
        { position: [4, 2, 0.3], orientation: [HALF, 0, 0, HALF] },
      ],
    });
    const [first, second] = [await scene.drive(0), await scene.drive(1)];
    scene.run(0.1);
    for (const { driver, read } of [first, second]) {
      near(read().position, model.start, 1e-3);
      driver.servoJ(Float64Array.from(model.start));
    }
    for (let period = 0; period < END; period++) {
      second.driver.servoJ(Float64Array.from(command(model, period)));
      scene.run(0.001);
    }
    near(first.read().position, model.start, 5e-3);
    near(second.read().position, position, 1e-4);
    assert.deepEqual(second.log.filter((line) => line.startsWith("warning")).map(withoutFile), warnings);
    const wanted = model.others.map((name) => `'${name}'`).join(", ");
    assert.deepEqual(
      warnings,
      wanted === ""
        ? []
        : [`joints of the model that module Imported does not have, and that are not commanded: ${wanted}`],
    );
  });
}
