import assert from "node:assert/strict";
import { TestClock } from "../../core/test_clock.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { brokenPlugin } from "../../tests/kit/broken_plugin.ts";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { Probe } from "../../tests/kit/probe.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import type { RobotDriver } from "../robot_driver.ts";
import { TestPlace } from "./test_place.ts";

// What becomes global stays so for the whole process: these tests have a file of their own, and their order counts.

const ignore = skipUnless(hasProgram("g++") && hasProgram("gcc"), "g++ and gcc are not installed");
const PLUGINS = new URL("../../tests/plugins", import.meta.url).pathname;
const MODULE: RobotModule = { name: "M", joints: [], grippers: [], bodySensors: [], forceSensors: [], posture: [] };

function open(
  place: TestPlace,
  className: string,
  lines: readonly string[],
): { made: Promise<RobotDriver>; probe: Probe } {
  const probe = new Probe(place.prefix, className, lines);
  const context = {
    robot: "r",
    ip: "",
    port: 0,
    mode: "position",
    periodNs: 1e6,
    module: MODULE,
    log: () => {},
  } as const;
  const made = place.load(className).then((create) =>
    create({ ...context, configPath: probe.script, clock: new TestClock() })
  );
  return { made, probe };
}

Deno.test({
  name: "a library with LOAD_GLOBAL that is not asked for does not get between another one and its own functions",
  ignore,
  sanitizeResources: false,
  async fn() {
    using place = new TestPlace();
    // The newer one. The C probe calls its own uri_driver_destroy() where create fails: that of the other library would crash.
    place.put("global.so", await buildPlugin(`${PLUGINS}/probe.cpp`, { flags: ["-DWITH_LOAD_GLOBAL"] }));
    place.put("probe_c.so", await buildPlugin(`${PLUGINS}/probe_c.c`));
    const { made, probe } = open(place, "RobotDriverProbeC", ["create: -4 boom"]);
    await assert.rejects(made, /boom/);
    assert.deepEqual(probe.events().map(({ kind }) => kind), ["create", "destroy"]);
  },
});

Deno.test({
  name:
    "a library that opens another one which needs its symbols works with LOAD_GLOBAL; without, it is told what is missing",
  ignore,
  sanitizeResources: false,
  async fn() {
    using place = new TestPlace();
    const helper = `${place.prefix}/helper.so`;
    Deno.copyFileSync(await brokenPlugin("helper.cpp", "-DWANTS_PROBE"), helper);
    place.put("local.so", await buildPlugin(`${PLUGINS}/probe.cpp`));
    const flags = ["-DWITH_LOAD_GLOBAL", '-DCLASS_NAME="RobotDriverGlobal"'];
    place.put("global.so", await buildPlugin(`${PLUGINS}/probe.cpp`, { flags }));
    await assert.rejects(open(place, "RobotDriverProbe", [`open: ${helper}`]).made, /undefined symbol: probe_symbol/);
    (await open(place, "RobotDriverGlobal", [`open: ${helper}`]).made).close();
  },
});
