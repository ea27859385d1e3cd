import assert from "node:assert/strict";
import { ConfigError } from "../core/config_error.ts";
import { loadManagerConfig, type LoadManagerConfigOptions } from "../manager/config/load_manager_config.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";
import { testModules } from "./test_modules.ts";

const GOOD = `Controller: hold
Robots:
  arm:
    module: Arm
    network_interface: {protocol: shm}
    robot_interface: {driver: RobotDriverMock}
`;

/** An installation without plugins. */
const NOWHERE = { prefix: "/nowhere/uri", reason: "" };

/** A small configuration without a fault, and what tests do with changed ones. */
export const managerConfigCase = { GOOD, load, refuses };

/** Loads the configuration `text` from a folder of its own, which has the other `files` too. */
async function load(
  text: string,
  options: Partial<LoadManagerConfigOptions> = {},
  files: Readonly<Record<string, string>> = {},
): Promise<ManagerConfig> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [file, content] of Object.entries(files)) {
      await Deno.mkdir(`${folder}/${file}`.replace(/\/[^/]*$/, ""), { recursive: true });
      await Deno.writeTextFile(`${folder}/${file}`, content);
    }
    await Deno.writeTextFile(`${folder}/mc_rtc.yaml`, text);
    return await loadManagerConfig(`${folder}/mc_rtc.yaml`, {
      modules: testModules(),
      installation: NOWHERE,
      ...options,
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Checks that the configuration `text` is refused with exactly these lines, without the name of the file; `DIR` is its folder. */
async function refuses(text: string, ...expected: readonly string[]): Promise<void> {
  await assert.rejects(load(text), (error) => {
    assert.ok(error instanceof ConfigError, String(error));
    const folder = error.problems[0].file.replace("/mc_rtc.yaml", "");
    const lines = error.message.replaceAll(`${folder}/mc_rtc.yaml:`, "").replaceAll(folder, "DIR").split("\n");
    assert.deepEqual(lines, expected);
    return true;
  });
}
