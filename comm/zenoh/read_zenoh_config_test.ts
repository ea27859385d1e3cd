import assert from "node:assert/strict";
import { ConfigError } from "../../core/config_error.ts";
import { ScratchFolder } from "../testing/scratch_folder.ts";
import { readZenohConfig } from "./read_zenoh_config.ts";

Deno.test("the text of a good file comes back as it is, that of a bad one is refused with its place", async () => {
  using folder = new ScratchFolder();
  const file = `${folder.path}/zenoh.json5`;
  const text = "// mine\n{ mode: 'client', connect: { endpoints: ['tcp/10.0.0.1:7447'] } }\n";
  await Deno.writeTextFile(file, text);
  assert.equal(await readZenohConfig(file), text);
  await Deno.writeTextFile(file, text.replace("endpoints", "endpoint"));
  await assert.rejects(readZenohConfig(file), (error) => {
    assert.ok(error instanceof ConfigError);
    assert.match(error.message, /zenoh\.json5:2:30: connect\.endpoint: .*did you mean 'endpoints'/);
    return true;
  });
  await assert.rejects(readZenohConfig(folder.path), /is a folder/);
});
