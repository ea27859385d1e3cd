import assert from "node:assert/strict";
import { copySync } from "./kit/copy_sync.ts";
import { cmakeProject } from "./kit/cmake_project.ts";
import { hasProgram } from "./kit/has_program.ts";
import { testInstallation } from "./kit/test_installation.ts";
import type { PluginPrefix } from "./kit/plugin_prefix.ts";
import { together } from "./kit/together.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { projectRoot } from "../tools/project_root.ts";
import { skipUnless } from "./skip_unless.ts";

const noTools = skipUnless(
  hasProgram("g++") && hasProgram("cmake"),
  "g++ and cmake are needed to build a driver project",
);

/** Installs for a test; the second: how `uri` is started so that it uses that. */
function install(bench: Workbench): [PluginPrefix, (command: string, ...args: string[]) => UriProcess] {
  const prefix = testInstallation(bench.folder);
  const isExecutable = bench.argv.length === 1;
  const [argv, flags] = isExecutable ? [[`${prefix.folder}/bin/uri`], []] : [bench.argv, prefix.flags];
  return [prefix, (command, ...args) => bench.start([...argv, command, ...args, ...flags])];
}

together(1, [
  {
    name: "a driver project for the C++ program builds unchanged, and runs under viewer, interface and manager",
    ignore: noTools,
    both: true,
    async fn(bench) {
      const [prefix, uri] = install(bench);
      copySync(`${projectRoot()}/tests/fixtures/arm_driver`, `${bench.folder}/arm_driver`);
      await cmakeProject(`${bench.folder}/arm_driver`, prefix.folder);
      assert.deepEqual([...Deno.readDirSync(prefix.drivers)].map(({ name }) => name), ["libRobotDriverArm.so"]);
      const name = bench.name("arm");

      const view = `${bench.folder}/arm_driver/etc/robot_interface.yaml`;
      const viewed = uri("viewer", "-c", view, "--once", "--json");
      await viewed.exits(0);
      assert.match(viewed.text, /\[RobotDriverArm\] Connected to 192\.168\.1\.100/);
      // What the driver prints is no part of the document that a program reads.
      const { stdout } = await new Deno.Command(viewed.argv[0], { args: viewed.argv.slice(1) }).output();
      assert.match(JSON.stringify(JSON.parse(new TextDecoder().decode(stdout))), /-1\.57/);

      const config = bench.config(
        { [name]: { driver: "RobotDriverArm", timeStep: 0.002, more: { ip: "10.0.0.1", port: 7 } } },
        {
          Controller: "posture",
          Timestep: 0.002,
          Posture: { robots: { [name]: { targets: [[0.3, -1.2, 1.2, -1.2, -1.2, 0.3]] } } },
        },
      );
      const robot = uri("interface", "-c", bench.interfaceConfig(name));
      const manager = uri("manager", "-c", config, "--report", `${bench.folder}/manager.json`, "--for", "6");
      await manager.exits(0);
      assert.match(robot.text, new RegExp(`'${name}' loading driver 'RobotDriverArm' \\(10\\.0\\.0\\.1:7\\)`));
      assert.match(robot.text, /\[RobotDriverArm\] Connected to 10\.0\.0\.1/);
      const { postures, states_refused, lost } = bench.report("manager").robots[name];
      assert.deepEqual([states_refused, lost], [0, null]);
      assert.ok(postures.length >= 1, "no posture was reached");
      assert.ok(postures[0].tracking_error < 0.02, `${postures[0].tracking_error}`);
      // The robot is held, and still there for the next manager; at the end the driver lets it go.
      await robot.line(/lost the manager .* holding the robot/);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.match(robot.text, /\[RobotDriverArm\] Left 10\.0\.0\.1/);
    },
  },
  {
    name: "docs/drivers.md: its driver is built and moves as the page says",
    ignore: noTools,
    async fn(bench) {
      const [prefix, uri] = install(bench);
      const name = bench.name("mine");
      const source = `${bench.folder}/page`;
      Deno.mkdirSync(source);
      for (const [file, text] of pageFiles()) {
        Deno.writeTextFileSync(
          `${source}/${file}`,
          file === "mc_rtc.yaml" ? text.replaceAll("mine:", `${name}:`) : text,
        );
      }
      await cmakeProject(source, prefix.folder, "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror");
      const report = `${bench.folder}/manager.json`;
      const manager = uri("manager", "-c", `${source}/mc_rtc.yaml`, "--report", report, "--for", "5");
      await manager.exits(0);
      await manager.allEnd();
      assert.ok(bench.report("manager").robots[name].postures.length >= 2, manager.text);
    },
  },
]);

/** The files that the page shows, by name: each block begins with it. */
function pageFiles(): Map<string, string> {
  const page = Deno.readTextFileSync(`${projectRoot()}/docs/drivers.md`);
  const files = new Map<string, string>();
  for (const [, text] of page.matchAll(/^```(?:cpp|cmake|yaml)\n(.*?)^```/gms)) {
    const name = /^(?:\/\/|#) (\S+)\n/.exec(text)?.[1];
    if (name !== undefined) files.set(name, text);
  }
  assert.deepEqual([...files.keys()], ["my_driver.cpp", "CMakeLists.txt", "mc_rtc.yaml", "mine.yaml"]);
  return files;
}
