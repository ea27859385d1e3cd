// Robot modules that only mc_rtc knows, over the double of mc_rtc in tests/doubles/mc_rtc/: see src/modules.cpp there.
import assert from "node:assert/strict";
import { stringify } from "yaml";
import { buildMcRtc } from "./kit/build_mc_rtc.ts";
import { PluginPrefix } from "./kit/plugin_prefix.ts";
import { loadManagerConfig } from "../manager/config/load_manager_config.ts";
import type { ManagerConfig } from "../schemas/manager_config.ts";

const ignore = buildMcRtc.isMissing();

/** Loads a manager's file with a robot of this module. */
async function load(module: unknown, top: Record<string, unknown> = {}, folderFiles: string[] = []) {
  const folder = Deno.makeTempDirSync({ prefix: "uri mc_rtc " });
  try {
    const prefix = new PluginPrefix(folder);
    await buildMcRtc.install(prefix.folder);
    Deno.mkdirSync(`${folder}/modules`);
    for (const file of folderFiles) Deno.writeTextFileSync(`${folder}/modules/${file}`, "");
    const robot = { module, network_interface: { protocol: "shm" }, robot_interface: { driver: "RobotDriverMock" } };
    const text = stringify({ Robots: { r: robot }, ...top }).replaceAll("<folder>", folder);
    Deno.writeTextFileSync(`${folder}/mc_rtc.yaml`, text);
    return await loadManagerConfig(`${folder}/mc_rtc.yaml`, {
      installation: { prefix: prefix.folder, reason: "" },
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function moduleOf({ robots: [{ module }] }: ManagerConfig) {
  return module;
}

function test(name: string, fn: () => Promise<void>): void {
  // Libraries that were opened stay open as long as the process.
  Deno.test({ name: `modules of mc_rtc: ${name}`, ignore, sanitizeResources: false, fn });
}

test("joints in the reference order, with type and limits; a bound of zero or without end is none", async () => {
  const config = await load("DoubleArm");
  assert.equal(config.controller, "mc_rtc");
  const { name, joints, posture, grippers, bodySensors, forceSensors } = moduleOf(config);
  assert.equal(name, "DoubleArm");
  assert.deepEqual(joints, [
    // The lesser of both directions is the largest speed.
    { name: "rail", type: "prismatic", lower: -0.5, upper: 0.75, velocity: 0.25, acceleration: Infinity, effort: 90 },
    { name: "shoulder", type: "revolute", lower: -2, upper: 1.5, velocity: 2, acceleration: 8, effort: 40 },
    {
      name: "wrist",
      type: "revolute",
      lower: -Infinity,
      upper: Infinity,
      velocity: Infinity,
      acceleration: Infinity,
      effort: Infinity,
    },
  ]);
  // The default stance; that of the rail lies beyond its limit by a rounding.
  assert.deepEqual(posture, [0.75, 0.25, 0]);
  assert.deepEqual([grippers, bodySensors, forceSensors], [[], [], []]);
});

test("IMUs and force sensors by their names; the floating base is no joint", async () => {
  const { joints, bodySensors, forceSensors } = moduleOf(await load("DoubleWalker"));
  assert.deepEqual(joints.map(({ name }) => name), ["hip", "knee"]);
  assert.deepEqual(bodySensors, ["base_imu", "head_imu"]);
  assert.deepEqual(forceSensors, ["left_foot", "right_foot"]);
});

test("grippers with their active joints, also those that go to the robot", async () => {
  const config = await load("DoubleHand");
  assert.deepEqual(moduleOf(config).grippers, [{ name: "claw", joints: ["finger"] }]);
  assert.deepEqual(config.robots[0].entry["grippers"], { claw: ["finger"] });
});

test("a module with parameters, as a list or as a text", async () => {
  for (const module of [["DoubleEnv", "/opt/models", "probe"], "[DoubleEnv, /opt/models, probe]"]) {
    const config = await load(module);
    assert.deepEqual(moduleOf(config).joints.map(({ name }) => name), ["probe_joint"]);
    assert.equal(config.robots[0].entry["module"], "[DoubleEnv, /opt/models, probe]");
  }
});

test("RobotModulePaths of the manager's file count", async () => {
  await assert.rejects(load("OnlyHere"), /'OnlyHere' is not a robot module/);
  const config = await load("OnlyHere", { RobotModulePaths: ["<folder>/modules"] }, ["OnlyHere"]);
  assert.deepEqual(moduleOf(config).joints.map(({ name }) => name), ["only"]);
});

test("what mc_rtc cannot make, and what has no joint, is told with the reason", async () => {
  const by = "cannot be described by the controller 'mc_rtc'";
  await assert.rejects(load("DoubleBroken"), (error: Error) => {
    assert.ok(error.message.includes(`'DoubleBroken' ${by}: Could not open model for double_broken`), error.message);
    return true;
  });
  await assert.rejects(load(["DoubleEnv"]), (error: Error) => {
    assert.ok(error.message.includes(`'[DoubleEnv]' ${by}: DoubleEnv wants a path and a name`), error.message);
    return true;
  });
  await assert.rejects(load(["env/ground"]), (error: Error) => {
    assert.ok(error.message.includes("it has no joint to move; wanted a robot"), error.message);
    return true;
  });
});

test("an unreadable folder of modules is told", async () => {
  await assert.rejects(
    load("DoubleArm", { RobotModulePaths: ["/nowhere"] }),
    /'DoubleArm' cannot be described.*\/nowhere/,
  );
});

test("built-in modules stay as they are where mc_rtc knows none of that name", async () => {
  const { joints } = moduleOf(await load("UR5e"));
  assert.equal(joints[0].name, "shoulder_pan_joint");
});
