import assert from "node:assert/strict";
import { copyMujoco } from "./copy_mujoco.ts";

Deno.test("MuJoCo's copy is its script and a module that compiles, without debug sections", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    copyMujoco(folder);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["mujoco.js", "mujoco.wasm"]);
    const module = await WebAssembly.compile(Deno.readFileSync(`${folder}/mujoco.wasm`));
    assert.deepEqual(WebAssembly.Module.customSections(module, "name"), []);
    assert.ok(WebAssembly.Module.exports(module).some(({ kind }) => kind === "memory"));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
