import assert from "node:assert/strict";
import type { MjSpec } from "@mujoco/mujoco";
import { loadMujocoEngine } from "./load_mujoco_engine.ts";
import { openMujocoModel } from "./mujoco_model.ts";
import type { WasmEngine } from "./wasm/wasm_engine.ts";
import { TestWorld } from "./world/test_world.ts";

const ARM = (joint: string) =>
  `<mujoco><option timestep="0.001"/><worldbody><body pos="0 0 1"><joint name="${joint}"/><geom size="0.1"/></body></worldbody></mujoco>`;

/** Runs `use` with an engine, and returns the specifications that MuJoCo has found meanwhile. */
async function found(use: (engine: WasmEngine) => Promise<void>): Promise<MjSpec[]> {
  const engine = (await loadMujocoEngine()).builder!;
  const { api } = engine;
  const find = api.mjs_findSpec;
  const specs: MjSpec[] = [];
  api.mjs_findSpec = (...names) => {
    const spec = find.call(api, ...names);
    if (spec) specs.push(spec);
    return spec;
  };
  try {
    await use(engine);
  } finally {
    api.mjs_findSpec = find;
  }
  return specs;
}

Deno.test("what MuJoCo keeps of a model's file is freed, whether it can be used or not", async () => {
  const folder = Deno.makeTempDirSync({ prefix: "uri model " });
  try {
    for (
      const [text, refused] of [[ARM("a"), undefined], [
        ARM("a").replace("<worldbody>", `<keyframe><key qpos="nan"/></keyframe><worldbody>`),
        /nan/i,
      ]] as const
    ) {
      Deno.writeTextFileSync(`${folder}/m.xml`, text);
      const specs = await found((engine) => {
        const open = () => openMujocoModel(engine, `${folder}/m.xml`).simulation.close();
        if (refused === undefined) open();
        else assert.throws(open, refused);
        return Promise.resolve();
      });
      assert.deepEqual(specs.map((spec) => spec.isDeleted()), [true]);
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("what MuJoCo keeps of the models of a world is freed, whether it can be used or not", async () => {
  const files = { "a.xml": ARM("a"), "b.xml": ARM("b") };
  for (const [module, refused] of [["b", undefined], ["c", /joint 'c'/]] as const) {
    const robots = [{ file: "a.xml", module: ["a"] }, {
      file: "b.xml",
      module: [module],
      position: [1, 0, 0],
    }] as const;
    const specs = await found(async (engine) => {
      const open = TestWorld.open({ engine, files, robots });
      if (refused === undefined) (await open)[Symbol.dispose]();
      else await assert.rejects(open, refused);
    });
    assert.ok(specs.length >= 2);
    assert.deepEqual(specs.filter((spec) => !spec.isDeleted()), []);
  }
});
