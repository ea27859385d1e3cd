import assert from "node:assert/strict";
import { dirname } from "node:path";
import { testNativeLibrary } from "../drivers/mujoco/native/test_native_library.ts";
import { projectRoot } from "../tools/project_root.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { skipUnless } from "./skip_unless.ts";

const wheel = await testNativeLibrary();
const library = wheel.available ? wheel.library : "";
const ignore = skipUnless(wheel.available, wheel.available ? "" : wheel.reason);
const otherWheel = await testNativeLibrary("4.0.0");
const other = otherWheel.available ? otherWheel.library : "";
const ignoreOther = skipUnless(otherWheel.available, otherWheel.available ? "" : otherWheel.reason);
const TARGETS = { bender: [[0.3, 0.9, 1.0]], sweeper: [[0.05, 0.8, 0.4]] };

together(2, [
  {
    name:
      "native MuJoCo: --mujoco of a manager reaches the interface that it starts, and the robot goes where it should",
    both: true,
    ignore,
    async fn(bench) {
      const name = bench.name("arm");
      const config = bench.file(
        "mc_rtc.yaml",
        `Controller: posture
Timestep: 0.001
Posture: { dwell: 1, robots: { ${name}: { targets: [[0.3, -1.3, 1.3, -1.5, -1.5, 0.2]] } } }
Robots:
  ${name}:
    module: UR5e
    controller: { mode: position, time_step: 0.001 }
    robot_interface: { driver: RobotDriverMuJoCo, config_path: ${projectRoot()}/examples/ur5e/ur5e.xml, autostart: true }
    network_interface: { protocol: shm, connection_timeout_ms: 3000 }
`,
      );
      const manager = bench.manager(config, "--mujoco", library, "--for", "5");
      await manager.line(
        new RegExp(`'${name}' is simulated from .*MuJoCo 3\\.14\\.0 computes, the native library ${library}`),
      );
      await manager.exits(0);
      const { robots } = bench.report("manager");
      assert.deepEqual([robots[name].lost, robots[name].states_refused], [null, 0]);
      assert.ok(robots[name].postures.length >= 1);
      for (const { tracking_error } of robots[name].postures) assert.ok(tracking_error < 0.01, `${tracking_error}`);
    },
  },
  {
    name: "native MuJoCo: a world takes the library that is found by itself, and WebAssembly when that is asked for",
    both: true,
    ignore,
    async fn(bench) {
      const env = { MUJOCO_PATH: dirname(library) };
      const [found, builtIn] = [new TwoArms(bench), new TwoArms(bench)];
      const native = bench.uri(["simulate", "-c", found.file], { env });
      await native.line(new RegExp(`MuJoCo 3\\.14\\.0 computes, the native library ${library}`));
      for (const arm of Object.values(found.names)) {
        await native.line(new RegExp(`waiting for init query on '${arm}/init'`));
      }
      const manager = found.manager("found", ["bender", "sweeper"], TARGETS, "--for", "3");
      await manager.exits(0);
      for (const arm of Object.values(found.names)) assert.equal(bench.report("found").robots[arm].states_refused, 0);
      native.signal("SIGTERM");
      await native.exits(0);
      const wasm = bench.uri(["simulate", "-c", builtIn.file, "--mujoco", "wasm", "--for", "1"], { env });
      await wasm.exits(0);
      assert.match(wasm.text, /MuJoCo 3\.14\.0 computes, in WebAssembly$/m);
    },
  },
  {
    name: "native MuJoCo: a library that cannot be used is an error when it was named, and gives way when it was found",
    async fn(bench) {
      const scene = new TwoArms(bench);
      const file = bench.file("libmujoco.so.3.14.0", "no library");
      const named = bench.uri(["simulate", "-c", scene.file, "--mujoco", file]);
      await named.exits(1);
      assert.match(
        named.text,
        new RegExp(`opening MuJoCo's native library: ${file} cannot be used: .*; name the file`),
      );
      assert.doesNotMatch(named.text, /^\s+at /m);
      const env = { MUJOCO_PATH: dirname(file) };
      const found = bench.uri(["simulate", "-c", scene.file, "--for", "1"], { env });
      await found.exits(0);
      assert.match(found.text, new RegExp(`MuJoCo 3\\.14\\.0 computes, in WebAssembly \\(${file} cannot be used: `));
      const check = bench.uri(["simulate", "-c", scene.file, "--check", "--mujoco", `${file}x`]);
      await check.exits(1);
      assert.match(check.text, /there is no such file; correct the path/);
    },
  },
  {
    name: "native MuJoCo: a world refuses a library of another version, with the one that it takes",
    ignore: ignoreOther,
    async fn(bench) {
      const simulation = bench.uri(["simulate", "-c", new TwoArms(bench).file, "--mujoco", other]);
      await simulation.exits(1);
      assert.match(
        simulation.text,
        /is MuJoCo 4\.0\.0, which computes with models of one file only, 3\.14\.0 was wanted; take that version/,
      );
    },
  },
]);
