import assert from "node:assert/strict";
import { skipUnless } from "../../../tests/skip_unless.ts";
import { loadMujocoEngine } from "../load_mujoco_engine.ts";
import type { MujocoEngine } from "../mujoco_engine.ts";
import { openMujocoModel } from "../mujoco_model.ts";
import type { MujocoSimulation } from "../mujoco_simulation.ts";
import { openWorld } from "../world/open_world.ts";
import { TEST_MODEL_FILES } from "./test_model_files.ts";
import { testNativeLibrary } from "./test_native_library.ts";

/** What docs/simulation.md promises for ten seconds of an arm: positions [rad or m], and velocities. */
const [POSITION, VELOCITY] = [1e-9, 1e-7];
const STEPS = 10_000;

const library = await testNativeLibrary();
const reason = library.available ? "" : library.reason;
const ignore = skipUnless(library.available, reason);
const wasm = await loadMujocoEngine();
const native = library.available ? await loadMujocoEngine({ library: library.library, isNamed: true, note: "" }) : wasm;

/** Largest differences of positions and velocities while both make the same steps; `command` writes the same controls into both. */
function differences(
  [one, other]: readonly MujocoSimulation[],
  steps: number,
  command: (controls: Float64Array, step: number) => void,
): [number, number] {
  const bound = [one, other].map((simulation) => simulation.bindStep());
  let [positions, velocities] = [0, 0];
  const largest = (field: "qpos" | "qvel") => {
    const [a, b] = [one.state(field), other.state(field)];
    return a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
  };
  for (let step = 0; step < steps; step++) {
    for (const simulation of [one, other]) command(simulation.state("ctrl"), step);
    for (const each of bound) assert.equal(each.step(), 0);
    positions = Math.max(positions, largest("qpos"));
    velocities = Math.max(velocities, largest("qvel"));
  }
  return [positions, velocities];
}

for (const file of TEST_MODEL_FILES) {
  Deno.test({
    name: `both engines agree on ten seconds of a moving arm: ${file.replace(/.*\//, "")}`,
    ignore,
    fn() {
      const pair = [wasm, native].map((engine) => openMujocoModel(engine, file).simulation);
      pair.forEach((simulation) => simulation.resetToKey(0));
      const home = Float64Array.from(pair[0].state("ctrl"));
      const start = pair[0].state("qpos").slice();
      const [positions, velocities] = differences(pair, STEPS, (controls, step) => {
        controls.forEach((_, i) => controls[i] = home[i] + 0.3 * Math.sin(Math.PI * step / 1000 + i));
      });
      assert.ok(pair[0].state("qpos").some((value, i) => Math.abs(value - start[i]) > 0.01), "it has moved");
      assert.ok(positions <= POSITION && velocities <= VELOCITY, `${positions} ${velocities}`);
      pair.forEach((simulation) => simulation.close());
    },
  });
}

Deno.test({
  name: "both engines agree on boxes that fall onto each other, and tell the same contacts",
  ignore,
  async fn() {
    const objects = Array.from({ length: 8 }, (_, i) => ({
      name: `box ${i}`,
      pose: { position: [0.03 * (i % 2), 0.02 * (i % 3), 0.2 + 0.25 * i] as const, orientation: [1, 0, 0, 0] as const },
      shape: { kind: "box" as const, size: [0.2, 0.2, 0.2] as const },
      isFixed: false,
    }));
    const open = (engine: MujocoEngine) =>
      openWorld(engine, { file: "scene.yaml", ground: true, timestepS: 0.001, robots: [], objects });
    const worlds = [await open(wasm), await open(native)];
    const pair = worlds.map(({ model }) => model.simulation);
    const [positions, velocities] = differences(pair, 1500, () => {});
    assert.ok(positions <= POSITION && velocities <= VELOCITY, `${positions} ${velocities}`);
    const contacts = pair.map((simulation) => {
      const into = new Float64Array(800);
      return Array.from(into.subarray(0, 8 * simulation.readContacts(into)));
    });
    assert.ok(contacts[0].length >= 8 * 8);
    assert.equal(contacts[0].length, contacts[1].length);
    contacts[0].forEach((value, i) =>
      assert.ok(Math.abs(value - contacts[1][i]) <= 1e-4 * Math.max(1, Math.abs(value)))
    );
    assert.deepEqual(
      pair[0].contacts().map(({ geom1, geom2 }) => [geom1, geom2]),
      pair[1].contacts().map(({ geom1, geom2 }) => [geom1, geom2]),
    );
    worlds.forEach((world) => world.close());
  },
});
