import assert from "node:assert/strict";
import { stageSources } from "./stage_sources.ts";

Deno.test("a staged source looks for the file beside it from the folder of the bundle", () => {
  const folder = Deno.makeTempDirSync();
  try {
    stageSources(["wasm/codec.ts", "wasm/codec.wasm"], folder);
    const text = Deno.readTextFileSync(`${folder}/wasm/codec.ts`);
    assert.match(text, /new URL\("\.\/codec\.wasm", new URL\("\.\/wasm\/codec\.ts", import\.meta\.url\)\.href\)/);
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), ["deno.json", "deno.lock", "wasm"]);
    assert.deepEqual([...Deno.readDirSync(`${folder}/wasm`)].map(({ name }) => name), ["codec.ts"]);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
