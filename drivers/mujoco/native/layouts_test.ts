import assert from "node:assert/strict";
import { DriverError } from "../../../core/driver_error.ts";
import { skipUnless } from "../../../tests/skip_unless.ts";
import { BUILT_IN_MUJOCO } from "../built_in_mujoco.ts";
import { loadWasmEngine } from "../wasm/load_wasm_engine.ts";
import { MUJOCO_VERSIONS } from "./mujoco_versions.ts";
import { NativeEngine } from "./native_engine.ts";
import { type NativeLibrary, openNativeLibrary } from "./open_native_library.ts";
import { readLayout } from "./read_layout.ts";
import { TEST_MODEL_FILES } from "./test_model_files.ts";
import { testNativeLibrary } from "./test_native_library.ts";

/** Each library of the list that can be had, opened before the tests. */
const libraries = new Map<string, NativeLibrary>();
const reasons = new Map<string, string>();
for (const version of MUJOCO_VERSIONS) {
  const wheel = await testNativeLibrary(version);
  if (!wheel.available) {
    reasons.set(version, wheel.reason);
    continue;
  }
  const library = await openNativeLibrary(wheel.library);
  if ("reason" in library) reasons.set(version, `${wheel.library}: ${library.reason}`);
  else libraries.set(version, library);
}

Deno.test("the version that is built in has a table, and is the version of the package", async () => {
  const { version } = await loadWasmEngine();
  assert.equal(version, BUILT_IN_MUJOCO);
  assert.ok(MUJOCO_VERSIONS.includes(version));
});

Deno.test("each version has its own table", () => {
  for (const version of MUJOCO_VERSIONS) {
    const layout = readLayout(version);
    assert.equal(layout.version, version);
    const [major, minor, patch] = version.split(".").map(Number);
    assert.equal(layout.number, 1e6 * major + 1e3 * minor + patch);
  }
});

for (const version of MUJOCO_VERSIONS) {
  Deno.test({
    name: `MuJoCo ${version}: every array stands where the table says, and is what MuJoCo itself tells`,
    ignore: skipUnless(libraries.has(version), reasons.get(version) ?? ""),
    fn() {
      // Without a builder, so that the library reads the file itself, whatever its version is.
      const engine = new NativeEngine(libraries.get(version)!, undefined);
      for (const file of TEST_MODEL_FILES) {
        const simulation = engine.open(file);
        assert.equal(simulation.timestep, 0.001);
        assert.deepEqual(simulation.gravity, [0, 0, -9.81]);
        assert.ok(simulation.names("joint").length > 5);
        simulation.close();
      }
    },
  });

  Deno.test({
    name: `MuJoCo ${version}: the table of every other version is refused`,
    ignore: skipUnless(libraries.has(version), reasons.get(version) ?? ""),
    fn() {
      for (const other of MUJOCO_VERSIONS.filter((each) => each !== version)) {
        const layout = readLayout(other);
        // Versions whose tables are alike may stand for each other.
        const own = readLayout(version);
        const isAlike = JSON.stringify({ ...layout, version, number: own.number }) === JSON.stringify(own);
        const engine = new NativeEngine({ ...libraries.get(version)!, layout }, undefined);
        const open = () => engine.open(TEST_MODEL_FILES[1]).close();
        if (isAlike) open();
        else {
          assert.throws(
            open,
            (error: unknown) =>
              error instanceof DriverError && /memory as that of MuJoCo .* was wanted/.test(error.message),
            `table of ${other}`,
          );
        }
      }
    },
  });
}
