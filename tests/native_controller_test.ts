import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { cmakeProject } from "./kit/cmake_project.ts";
import { copySync } from "./kit/copy_sync.ts";
import { hasProgram } from "./kit/has_program.ts";
import { testInstallation } from "./kit/test_installation.ts";
import { pageFiles } from "./kit/page_files.ts";
import { run } from "./kit/run.ts";
import { together } from "./kit/together.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++") && hasProgram("cmake"), "g++ and cmake are needed to build a controller");
const ELBOW = 2;

/** The example, built and installed for a test. */
class Example {
  /** Its folder. */
  readonly folder: string;
  readonly #bench: Workbench;
  readonly #argv: readonly string[];
  readonly #flags: readonly string[];

  private constructor(bench: Workbench, folder: string, prefix: string) {
    const isExecutable = bench.argv.length === 1;
    this.folder = folder;
    this.#bench = bench;
    this.#argv = isExecutable ? [`${prefix}/bin/uri`] : bench.argv;
    this.#flags = isExecutable ? [] : ["--prefix", prefix];
  }

  /** Builds it. */
  static async build(bench: Workbench): Promise<Example> {
    const prefix = testInstallation(bench.folder);
    const folder = `${bench.folder}/excitation`;
    copySync(`${projectRoot()}/examples/controllers/excitation`, folder);
    await cmakeProject(folder, prefix.folder, "-DCMAKE_CXX_FLAGS=-Werror");
    assert.deepEqual([...Deno.readDirSync(prefix.controllers)].map(({ name }) => name), [
      "librobot_controller_excitation.so",
    ]);
    return new Example(bench, folder, prefix.folder);
  }

  /** Starts the manager. */
  manager(config: string, ...more: string[]): UriProcess {
    const args = ["manager", "-c", config, "--report", `${this.#bench.folder}/manager.json`, ...more];
    return this.#bench.start([...this.#argv, ...args, ...this.#flags], { cwd: this.folder });
  }
}

/** Columns of a CSV file by their names. */
function readColumns(file: string): Map<string, number[]> {
  const [head, ...rows] = Deno.readTextFileSync(file).trimEnd().split("\n").map((line) => line.split(","));
  return new Map(head.map((name, index) => [name, rows.map((row) => Number(row[index]))]));
}

/** Largest difference of two columns of the same length. */
function largestDifference(a: readonly number[], b: readonly number[]): number {
  return a.reduce((most, value, index) => Math.max(most, Math.abs(value - b[index])), 0);
}

/** What the robot's limits do not allow is refused before anything moves. */
async function refusesTooMuch(bench: Workbench, example: Example): Promise<void> {
  const name = bench.name("excited");
  const sines = [{ amplitude: 1, frequency: 2 }];
  const config = bench.config({ [name]: { autostart: true } }, {
    Controller: "excitation",
    Excitation: { robots: { [name]: { elbow_joint: sines } } },
  });
  const manager = example.manager(config);
  await manager.exits(1);
  assert.match(
    manager.text,
    new RegExp(
      String
        .raw`Controller backend 'excitation' returned a null controller: Excitation\.robots\.${name}\.elbow_joint: ` +
        "is a list of 1, wanted at most .* of velocity, its motion needs",
    ),
  );
  await manager.allEnd();
  const first = bench.commands(name)[0]?.values;
  for (const { values } of bench.commands(name)) assert.deepEqual(values, first, "it never moved");
}

together(2, [
  {
    name:
      "examples/controllers/excitation: its own tests pass; a mock robot moves as its file says, and it ends by itself",
    ignore,
    both: true,
    async fn(bench) {
      const example = await Example.build(bench);
      await run(["ctest", "--test-dir", `${example.folder}/build`, "--output-on-failure"]);
      const name = bench.name("excited");
      const record = `${bench.folder}/excitation.csv`;
      const sines = [{ amplitude: 0.2, frequency: 0.5 }];
      const config = bench.config({ [name]: { autostart: true } }, {
        Controller: "excitation",
        Excitation: { duration: 5, fade: 1, record, robots: { [name]: { elbow_joint: sines } } },
      });
      const manager = example.manager(config);
      await manager.exits(0);
      await manager.allEnd();
      assert.match(manager.text, /\[RobotManager\] the controller 'excitation' has stopped by itself$/m);
      assert.equal(bench.report("manager").robots[name].lost, null);

      const commands = bench.commands(name);
      assertSmooth(commands, 0.05);
      const elbow = commands.map(({ values }) => values[ELBOW]);
      const [least, most] = [Math.min(...elbow), Math.max(...elbow)];
      assert.ok(Math.abs(most - least - 0.4) < 0.02, `from ${least} to ${most}`);
      assert.ok(Math.abs(elbow[0] - elbow.at(-1)!) < 1e-3, `from ${elbow[0]} to ${elbow.at(-1)}`);
      for (const { values } of commands) assert.equal(values[0], commands[0].values[0], "no other joint moves");

      const columns = readColumns(record);
      assert.ok(columns.get("time")!.length >= 4990, `${columns.get("time")!.length} rows`);
      const given = columns.get("command.elbow_joint")!;
      assert.ok(Math.abs(Math.max(...given) - Math.min(...given) - 0.4) < 0.01);
      await refusesTooMuch(bench, example);
    },
  },
  {
    name: "examples/controllers/excitation: its own file moves a UR5e under physics, which follows",
    ignore,
    async fn(bench) {
      const example = await Example.build(bench);
      const name = bench.name("excited");
      copySync(`${projectRoot()}/examples/ur5e`, `${bench.folder}/ur5e`);
      const config = `${example.folder}/mc_rtc.yaml`;
      const text = Deno.readTextFileSync(config).replaceAll(/^( +)ur5e:/gm, `$1${name}:`)
        .replace(/driver: RobotDriverMock.*/, "driver: RobotDriverMuJoCo\n      config_path: ../ur5e/ur5e.xml");
      Deno.writeTextFileSync(config, text);
      const manager = example.manager(config);
      await manager.exits(0);
      await manager.allEnd();
      assert.match(manager.text, /the controller 'excitation' has stopped by itself$/m);
      const columns = readColumns(`${example.folder}/excitation.csv`);
      for (const [joint, amplitude] of [["elbow_joint", 0.3], ["wrist_1_joint", 0.2]] as const) {
        const measured = columns.get(`position.${joint}`)!;
        const moved = Math.max(...measured) - Math.min(...measured);
        assert.ok(moved > 1.8 * amplitude && moved < 2.4 * amplitude, `${joint} moved by ${moved}`);
        const error = largestDifference(measured, columns.get(`command.${joint}`)!);
        assert.ok(error < 0.05, `${joint} is ${error} behind`);
      }
      assert.ok(columns.get("torque.elbow_joint")!.some((value) => Math.abs(value) > 1), "physics has torques");
    },
  },
  {
    name: "docs/controllers.md: its controller is built, and moves a robot as the page says",
    ignore,
    async fn(bench) {
      const prefix = testInstallation(bench.folder);
      const name = bench.name("page");
      const folder = `${bench.folder}/page`;
      const files = pageFiles("controllers.md");
      assert.deepEqual([...files.keys()], ["my_controller.cpp", "CMakeLists.txt", "mc_rtc.yaml"]);
      Deno.mkdirSync(folder);
      for (const [file, text] of files) {
        const driver = "RobotDriverMock, config_path: mock.yaml";
        Deno.writeTextFileSync(
          `${folder}/${file}`,
          file === "mc_rtc.yaml" ? text.replace("ur5e:", `${name}:`).replace("RobotDriverMock", driver) : text,
        );
      }
      Deno.writeTextFileSync(`${folder}/mock.yaml`, `record: "${bench.folder}/${name}.rec"\n`);
      await cmakeProject(folder, prefix.folder, "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror");
      const manager = bench.start([
        ...bench.argv,
        ...["manager", "-c", `${folder}/mc_rtc.yaml`, "--for", "6", ...prefix.flags],
      ]);
      await manager.exits(0);
      await manager.allEnd();
      const joint = bench.commands(name).map(({ values }) => values[0]);
      assert.ok(Math.abs(Math.max(...joint) - joint[0] - 0.5) < 0.02, `from ${joint[0]} to ${Math.max(...joint)}`);
      assertSmooth(bench.commands(name), 0.05);
    },
  },
]);
