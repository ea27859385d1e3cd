import assert from "node:assert/strict";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import { TestPlace } from "./test_place.ts";

const SOURCE = new URL("../../tests/plugins/names.cpp", import.meta.url).pathname;
const NAMESPACES = ["robot_interface", "mc_robot_interface"];
const PLUGINS = ["ROBOT_DRIVER_PLUGIN", "MC_RTC_ROBOT_DRIVER"];
const EXPORTS = ["ROBOT_DRIVER_EXPORT_ABI_VERSION", "MC_ROBOT_DRIVER_EXPORT_ABI_VERSION"];
const APIS = ["ROBOT_DRIVER_DLLAPI", "MC_ROBOT_DRIVER_DLLEXPORT"];

// All mixtures by one compiler, some of each kind by the other: to build them takes a while.
for (const [compiler, every] of [["g++", 1], ["clang++", 5]] as const) {
  Deno.test({
    name: `native drivers: the names of both generations, mixed in every way, hidden by default or not (${compiler})`,
    ignore: skipUnless(hasProgram(compiler), `${compiler} is not installed`),
    sanitizeResources: false, // libraries stay loaded
    async fn() {
      for (let mix = 0; mix < 32; mix += every) {
        const pick = (names: readonly string[], bit: number) => names[(mix >> bit) & 1];
        const flags = [
          "-O0",
          "-fvisibility=hidden",
          `-DNAMESPACE=${pick(NAMESPACES, 0)}`,
          `-DPLUGIN=${pick(PLUGINS, 1)}`,
          `-DEXPORT=${pick(EXPORTS, 2)}`,
          `-DAPI=${pick(APIS, 3)}`,
          ...((mix >> 4) === 1 ? ["-DDECLARED_BEFORE"] : []),
        ];
        using place = new TestPlace();
        place.put("named.so", await buildPlugin(SOURCE, { compiler, flags }));
        assert.equal(await place.refusal("RobotDriverNamed"), "", flags.join(" "));
      }
    },
  });
}
