import assert from "node:assert/strict";
import { ConfigError } from "../core/config_error.ts";
import { loadInterfaceConfig } from "./load_interface_config.ts";

const SHM = "name: arm\nnetwork_interface: {protocol: shm}\n";

/** Loads an interface's file with `module_path: <written>`, beside the folders `mods`, `open` and the file `f.js`; gives paths with `DIR`. */
async function read(written: string): Promise<{ paths?: readonly string[]; faults: string[] }> {
  const folder = await Deno.makeTempDir();
  const plain = (text: string) => text.replaceAll(folder, "DIR");
  try {
    for (const name of ["mods", "open", "more"]) await Deno.mkdir(`${folder}/${name}`, { mode: 0o755 });
    await Deno.chmod(`${folder}/open`, 0o1777);
    await Deno.writeTextFile(`${folder}/f.js`, "");
    await Deno.writeTextFile(`${folder}/i.yaml`, `${SHM}module_path: ${written}\n`);
    const { modulePath } = await loadInterfaceConfig({ file: `${folder}/i.yaml` });
    return { paths: modulePath?.map(plain), faults: [] };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { faults: plain(error.message).split("\n") };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("module_path: one folder or a list, relative to the file", async () => {
  assert.deepEqual(await read("mods"), { paths: ["DIR/mods"], faults: [] });
  assert.deepEqual(await read("[./mods, more/../more, /etc]"), { paths: ["DIR/mods", "DIR/more", "/etc"], faults: [] });
  assert.deepEqual(await read("."), { paths: ["DIR"], faults: [] });
  assert.deepEqual(await read("[]"), { paths: undefined, faults: [] });
});

Deno.test("module_path: everything that is no folder is told with its place", async () => {
  const wanted = "wanted a folder, or a list of folders, whose modules may be loaded";
  for (
    const [written, ...faults] of [
      ["", `3:14: module_path: is empty; ${wanted}`],
      ["{a: b}", `3:14: module_path: is a map; ${wanted}`],
      ["[mods, [more]]", `3:21: module_path[1]: is a list; ${wanted}`],
      ["nowhere", `3:14: module_path: 'nowhere' does not exist; ${wanted}`],
      ["f.js", `3:14: module_path: 'f.js' is not a folder; ${wanted}`],
      [
        "open",
        "3:14: module_path: 'open' is no safe place for modules, wanted one that nobody else changes: 'DIR/open' can be written by everybody; name a folder of your own instead",
      ],
      [
        "[nowhere, true]",
        `3:15: module_path[0]: 'nowhere' does not exist; ${wanted}`,
        `3:24: module_path[1]: 'true' does not exist; ${wanted}`,
      ],
    ]
  ) assert.deepEqual((await read(written)).faults, faults.map((fault) => `DIR/i.yaml:${fault}`));
});

Deno.test("an interface's file may name a module as its driver, relative to the file", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/f.js`, "");
    await Deno.writeTextFile(`${folder}/i.yaml`, `${SHM}robot_interface: {driver: ./f.js}\n`);
    const { driver } = await loadInterfaceConfig({ file: `${folder}/i.yaml` });
    assert.equal(driver?.driver, `${folder}/f.js`);
    await Deno.remove(`${folder}/f.js`);
    await assert.rejects(
      loadInterfaceConfig({ file: `${folder}/i.yaml` }),
      /i\.yaml:3:27: robot_interface\.driver: '\.\/f\.js' does not exist/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
