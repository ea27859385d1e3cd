import assert from "node:assert/strict";
import { DriverError } from "../../../core/driver_error.ts";
import { skipUnless } from "../../../tests/skip_unless.ts";
import { loadMujocoEngine } from "../load_mujoco_engine.ts";
import { openMujocoModel } from "../mujoco_model.ts";
import { openWorld } from "../world/open_world.ts";
import { MUJOCO_VERSIONS } from "./mujoco_versions.ts";
import { TEST_MODEL_FILES } from "./test_model_files.ts";
import { testNativeLibrary } from "./test_native_library.ts";

const named = (library: string) => loadMujocoEngine({ library, isNamed: true, note: "" });
const OTHER = "4.0.0";

const wheel = await testNativeLibrary();
const ignore = skipUnless(wheel.available, wheel.available ? "" : wheel.reason);
const native = wheel.available ? await named(wheel.library) : undefined;
const otherWheel = await testNativeLibrary(OTHER);
const other = otherWheel.available ? await named(otherWheel.library) : undefined;
const ignoreOther = skipUnless(otherWheel.available, otherWheel.available ? "" : otherWheel.reason);
const beforeWheel = await testNativeLibrary("3.13.0");

function refused(text: RegExp): (error: unknown) => boolean {
  return (error) => error instanceof DriverError && text.test(error.message);
}

Deno.test({
  name:
    "an engine tells what it is; what was found and cannot be used gives way to WebAssembly, what was named does not",
  ignore,
  async fn() {
    assert.deepEqual([native!.kind, native!.version, native!.note], ["native", "3.14.0", ""]);
    assert.equal(native!.origin, Deno.realPathSync(wheel.available ? wheel.library : ""));
    const path = "/nonexistent/libmujoco.so.3.14.0";
    const engine = await loadMujocoEngine({ library: path, isNamed: false, note: "" });
    assert.equal(engine.kind, "webassembly");
    assert.equal(engine.note, `${path} cannot be used: there is no such file; correct the path`);
    await assert.rejects(
      named(path),
      refused(/^opening MuJoCo's native library: \/nonexistent\/.* cannot be used: there is no such file/),
    );
    assert.equal((await loadMujocoEngine()).note, "");
  },
});

Deno.test("a file that is no MuJoCo for this computer is refused before anything of it runs", async () => {
  const folder = Deno.makeTempDirSync();
  const file = `${folder}/libmujoco.so.3.14.0`;
  try {
    Deno.writeTextFileSync(file, "text");
    await assert.rejects(named(file), refused(/cannot be used: .*; name the file libmujoco\.so\.VERSION itself/));
    for (const other of [folder, "/tmp", "/dev/zero"]) {
      await assert.rejects(named(other), refused(/cannot be used: it is no file of a library; name the file/));
    }
    // A library without constructors that everybody has.
    const libc = ["/lib/x86_64-linux-gnu/libm.so.6", "/lib/aarch64-linux-gnu/libm.so.6", "/lib64/libm.so.6"].find(
      (path) => {
        try {
          return Deno.statSync(path).isFile;
        } catch {
          return false;
        }
      },
    );
    if (libc !== undefined) await assert.rejects(named(libc), refused(/it is not MuJoCo's library: it has no mj_step/));
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test({
  name: "a library that others could have changed is refused, with what to do",
  ignore,
  async fn() {
    const folder = Deno.makeTempDirSync();
    const copy = `${folder}/libmujoco.so.3.14.0`;
    try {
      Deno.copyFileSync(wheel.available ? wheel.library : "", copy);
      Deno.chmodSync(copy, 0o646);
      await assert.rejects(named(copy), refused(/can be written by everybody; do chmod o-w/));
      Deno.chmodSync(copy, 0o644);
      Deno.chmodSync(folder, 0o757);
      await assert.rejects(named(copy), refused(/can be written by everybody/));
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a library whose file is written to and cut short while it runs goes on, in this thread and in new simulations",
  ignore,
  // A library stays open as long as the thread.
  sanitizeResources: false,
  async fn() {
    const folder = Deno.makeTempDirSync();
    const copy = `${folder}/libmujoco.so.3.14.0`;
    try {
      // Not the same bytes as the wheel's, which other tests have open.
      const bytes = Deno.readFileSync(wheel.available ? wheel.library : "");
      Deno.writeFileSync(copy, bytes);
      Deno.writeFileSync(copy, new Uint8Array(1), { append: true });
      const engine = await named(copy);
      const { simulation } = openMujocoModel(engine, TEST_MODEL_FILES[0]);
      const step = simulation.bindStep();
      Deno.writeFileSync(copy, new Uint8Array(bytes.length));
      Deno.truncateSync(copy);
      for (let i = 0; i < 100; i++) assert.equal(step.step(), 0);
      simulation.close();
      const again = openMujocoModel(engine, TEST_MODEL_FILES[1]).simulation;
      assert.equal(again.bindStep().step(), 0);
      again.close();
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a library of a version without a table is refused, with those that have one",
  ignore,
  async fn() {
    const folder = Deno.makeTempDirSync();
    const copy = `${folder}/libmujoco.so.3.14.0`;
    try {
      const bytes = Deno.readFileSync(wheel.available ? wheel.library : "");
      const [from, to] = ["libmujoco.so.3.14.0\0", "libmujoco.so.3.14.9\0"].map((text) =>
        new TextEncoder().encode(text)
      );
      for (let at = 0; (at = indexOf(bytes, from, at)) >= 0; at++) bytes.set(to, at);
      Deno.writeFileSync(copy, bytes);
      await assert.rejects(
        named(copy),
        refused(
          new RegExp(`it is MuJoCo 3\\.14\\.9, one of ${MUJOCO_VERSIONS.join(", ").replaceAll(".", "\\.")} was wanted`),
        ),
      );
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "a library that says it is the built-in version, and is not, is found out before a robot needs it",
  ignore: ignore || skipUnless(Deno.build.arch === "x86_64" && beforeWheel.available, "the trick is made for x86-64"),
  // A library stays open as long as the thread.
  sanitizeResources: false,
  async fn() {
    const folder = Deno.makeTempDirSync();
    const file = `${folder}/libmujoco.so.3.14.0`;
    try {
      const bytes = Deno.readFileSync(beforeWheel.available ? beforeWheel.library : "");
      const texts = ["libmujoco.so.3.13.0\0", "libmujoco.so.3.14.0\0"].map((text) => new TextEncoder().encode(text));
      // mov eax, 3013000
      const codes = [3_013_000, 3_014_000].map((number) =>
        new Uint8Array([0xb8, ...new Uint8Array(Uint32Array.of(number).buffer)])
      );
      for (const [from, to] of [texts, codes]) {
        for (let at = 0; (at = indexOf(bytes, from, at)) >= 0; at++) bytes.set(to, at);
      }
      Deno.writeFileSync(file, bytes);
      await assert.rejects(named(file), refused(/^opening MuJoCo's native library: .*3\.14\.0 cannot be used: .*/));
      const engine = await loadMujocoEngine({ library: file, isNamed: false, note: "" });
      assert.equal(engine.kind, "webassembly");
      assert.match(engine.note, /cannot be used: .*take an official build of (it|MuJoCo 3\.14\.0)/);
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
  },
});

function indexOf(bytes: Uint8Array, part: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(part[0], from); at >= 0; at = bytes.indexOf(part[0], at + 1)) {
    if (part.every((value, i) => bytes[at + i] === value)) return at;
  }
  return -1;
}

Deno.test({
  name: "what a closed simulation gave out is empty, and nothing reaches freed memory",
  ignore,
  fn() {
    const { simulation } = openMujocoModel(native!, TEST_MODEL_FILES[0]);
    const [qpos, damping, step] = [simulation.state("qpos"), simulation.numbers("dof_damping"), simulation.bindStep()];
    assert.equal(simulation.state("qpos").buffer, qpos.buffer, "one memory, however often it is asked for");
    assert.equal(step.step(), 0);
    simulation.close();
    assert.deepEqual([qpos.length, damping.length], [0, 0]);
    qpos[0] = 1;
    assert.equal(step.step(), 0);
    for (
      const use of [
        () => simulation.forward(),
        () => simulation.reset(),
        () => simulation.bindStep(),
        () => simulation.timestep,
      ]
    ) {
      assert.throws(use, refused(/it was closed/));
    }
    assert.throws(() => simulation.state("qpos"), DriverError);
    assert.throws(() => simulation.contacts(), refused(/it was closed/));
    simulation.close();
  },
});

Deno.test({
  name: "warnings of MuJoCo are told, and only once",
  ignore,
  fn() {
    const { simulation } = openMujocoModel(native!, TEST_MODEL_FILES[0]);
    native!.takeMessages();
    simulation.state("qvel")[0] = NaN;
    simulation.bindStep().step();
    assert.match(native!.takeMessages().join("\n"), /Nan, Inf or huge value in QVEL/i);
    assert.deepEqual(native!.takeMessages(), []);
    simulation.close();
  },
});

Deno.test({
  name:
    "a library of another version reads models of one file itself, with its errors in the same form; worlds it refuses",
  ignore: ignoreOther,
  async fn() {
    const { simulation, joints } = openMujocoModel(other!, TEST_MODEL_FILES[0]);
    assert.ok(joints.includes("elbow_joint"));
    for (let step = simulation.bindStep(), i = 0; i < 100; i++) assert.equal(step.step(), 0);
    simulation.close();
    const folder = Deno.makeTempDirSync();
    const failing = (xml: string) => {
      Deno.writeTextFileSync(`${folder}/m.xml`, xml);
      return () => openMujocoModel(other!, `${folder}/m.xml`);
    };
    try {
      assert.throws(failing("<mujoco><bodyy/></mujoco>"), refused(/^loading model .*bodyy.*; correct the model$/));
      assert.throws(
        failing(`<mujoco><asset><mesh name="x" file="x.stl"/></asset></mujoco>`),
        refused(new RegExp(`there is no file '?"?${folder}/x.stl.*; correct the path$`)),
      );
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
    await assert.rejects(
      openWorld(other!, { file: "scene.yaml", ground: true, robots: [], objects: [] }),
      refused(/building the world of scene\.yaml: .* is MuJoCo 4\.0\.0, .* was wanted/),
    );
  },
});
