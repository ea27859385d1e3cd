import assert from "node:assert/strict";
import { buildController } from "../../tests/kit/build_controller.ts";
import { PluginPrefix } from "../../tests/kit/plugin_prefix.ts";
import { managerConfigCase } from "../../tests/manager_config_case.ts";
import { UR5E } from "../../robots/ur5e.ts";
import type { ManagerConfig } from "../../schemas/manager_config.ts";
import type { AskController } from "./backend_modules.ts";

const ignore = buildController.isMissing();
const MODULES = new Map([["UR5e", UR5E], ["NoYaml", UR5E]]);

/** Loads a file with `Controller: scripted`, which is installed and describes robots, or does not, and with these modules. */
async function load(names: readonly string[], ...how: (string | AskController)[]): Promise<ManagerConfig> {
  const folder = Deno.makeTempDirSync({ prefix: "uri modules " });
  const macros = how.filter((each) => typeof each === "string");
  const asking = how.find((each) => typeof each !== "string");
  try {
    const prefix = new PluginPrefix(folder);
    prefix.controller(await buildController.build("scripted.cpp", ...macros), "scripted");
    const robots = names.map((name, index) =>
      `  r${index}: {module: ${name}, network_interface: {protocol: shm}, robot_interface: {driver: RobotDriverMock}}\n`
    );
    return await managerConfigCase.load(`Controller: scripted\nTheirs: {key: 1}\nRobots:\n${robots.join("")}`, {
      modules: MODULES,
      asking,
      installation: { prefix: prefix.folder, reason: "" },
    });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `modules of a controller: ${name}`, ignore, sanitizeResources: false, fn });
}

test("an installed controller is accepted, with the keys that are its own", async () => {
  const { controller, raw, notes } = await load(["UR5e"]);
  assert.equal(controller, "scripted");
  assert.deepEqual(raw["Theirs"], { key: 1 });
  assert.equal(notes, undefined);
});

test("a robot that only it knows is as it says", async () => {
  const { robots: [{ module, moduleName, entry }], notes } = await load(["HRP2"], "WITH_MODULES");
  assert.equal(moduleName, "HRP2");
  assert.deepEqual(module.joints.map(({ name, velocity }) => [name, velocity]), [["HEAD", 2], ["ARM", Infinity]]);
  assert.deepEqual(module.bodySensors, ["waist"]);
  assert.deepEqual((entry["robot_module"] as { body_sensors: string[] }).body_sensors, ["waist"]);
  assert.equal(notes, undefined);
});

test("its description wins over the built-in one, which is told once", async () => {
  const { robots, notes } = await load(["UR5e", "UR5e"], "WITH_MODULES");
  for (const { module } of robots) assert.equal(module.joints.length, 2);
  assert.deepEqual(notes, [
    "the robot module 'UR5e' is the one that the controller 'scripted' describes, not the built-in one",
  ]);
});

test("one that describes nothing leaves the built-in ones", async () => {
  const { robots: [{ module }] } = await load(["UR5e"]);
  assert.equal(module, UR5E);
});

test("where it fails, the built-in one is used, which is told", async () => {
  const { robots: [{ module }], notes } = await load(["NoYaml"], "WITH_MODULES");
  assert.equal(module, UR5E);
  assert.match(
    notes![0],
    /^the controller 'scripted' cannot describe the robot module 'NoYaml', the built-in one is used: its description is wrong: /,
  );
});

test("where it fails and nobody else knows the module, its reason is told", async () => {
  for (
    const [name, reason] of [
      [
        "Broken",
        /4:16: Robots\.r0\.module: 'Broken' cannot be described by the controller 'scripted': its mesh is missing$/,
      ],
      [
        "NoModule",
        /cannot be described by the controller 'scripted': its description is wrong: robot module 'NoModule':2:9: joints: /,
      ],
      [
        "Latin",
        /cannot be described by the controller 'scripted': its description is not in UTF-8; wanted a text that is$/,
      ],
      ["Endless", /'scripted': its description has 2147483647 bytes, wanted fewer than 67108864$/],
      [
        "Unknown",
        /'Unknown' is not a robot module; wanted UR5e, NoYaml, one that the controller 'scripted' describes \(it knows none of that name\), or a file/,
      ],
    ] as const
  ) {
    await assert.rejects(load([name], "WITH_MODULES"), reason);
  }
});

test("a library that is none of that name is told where it was needed", async () => {
  const macros = ["WITH_MODULES", 'ROBOT_CONTROLLER_NAME="other"'];
  await assert.rejects(
    load(["HRP2"], ...macros),
    /'HRP2' cannot be described by the controller 'scripted': Controller plugin '.*' provides backend 'other', but/,
  );
});

test("one that does not answer holds nobody up: this thread goes on, and is told what is waited for", async () => {
  const waits: [string, number][] = [];
  const told = Promise.withResolvers<void>();
  let isAsked = 0;
  const asking = {
    onAsk: () => void isAsked++,
    onWait: (name: string, waitedS: number) => {
      waits.push([name, waitedS]);
      told.resolve();
    },
  };
  const loading = load(["Slow"], asking, "WITH_MODULES");
  await told.promise;
  assert.deepEqual(waits, [["Slow", 5]]);
  assert.equal((await loading).robots[0].module.name, "Slow");
  assert.equal(isAsked, 1);
});
