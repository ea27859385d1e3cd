import assert from "node:assert/strict";
import { parse } from "yaml";
import { projectRoot } from "../tools/project_root.ts";
import { together } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";

const SECONDS = "3";

together(2, [
  { name: "examples/ur5e", simulated: true, fn: (bench) => runs(bench, "ur5e") },
  { name: "examples/arm7_gripper", simulated: true, fn: (bench) => runs(bench, "arm7_gripper") },
  { name: "examples/two_robots: one simulated, one mock, at different rates", simulated: true, fn: twoRobots },
  { name: "examples/own_robot", simulated: true, fn: (bench) => runs(bench, "own_robot") },
  {
    name: "examples/own_robot, with the URDF as module",
    simulated: true,
    fn: (bench) => runs(bench, "own_robot", { "module: my_robot.yaml": "module: my_robot.urdf" }),
  },
  {
    name: "examples/own_robot, from the URDF alone",
    simulated: true,
    fn: (bench) =>
      runs(bench, "own_robot", {
        "module: my_robot.yaml": "module: my_robot.urdf",
        "config_path: my_robot.xml": "config_path: my_robot.urdf",
      }),
  },
  { name: "examples/robot_pc: both sides by hand, the interface serves two managers one after the other", fn: robotPc },
]);

/** Runs the manager of an example with its autostarted interfaces; resolves to its report. */
async function runs(bench: Workbench, example: string, changes: Record<string, string> = {}) {
  const { folder, names } = copy(bench, example, changes);
  const manager = bench.manager(bench.served(`${folder}/mc_rtc.yaml`), "--for", SECONDS);
  await manager.exits(0);
  await bench.allEnd(manager);
  return judge(bench, names);
}

async function twoRobots(bench: Workbench): Promise<void> {
  const report = await runs(bench, "two_robots");
  assert.equal(report.period_s, 0.001);
  const [left, right] = Object.entries(report.robots).map(([, robot]) => robot as { commands_sent: number });
  // Every tick and every second tick; skipped ones may fall on either.
  assert.ok(right.commands_sent < 0.75 * left.commands_sent, `${left.commands_sent} and ${right.commands_sent}`);
}

async function robotPc(bench: Workbench): Promise<void> {
  const { folder, names } = copy(bench, "robot_pc");
  const robot = bench.uri([
    "interface",
    "-c",
    `${folder}/interface.yaml`,
    "--report",
    `${bench.folder}/interface.json`,
  ]);
  await robot.line(/waiting for init query/);
  for (let i = 0; i < 2; i++) {
    await bench.manager(`${folder}/mc_rtc.yaml`, "--for", SECONDS).exits(0);
    judge(bench, names);
    await robot.line(/lost the manager \(its liveliness token is gone\), holding the robot/);
  }
  robot.signal("SIGTERM");
  await robot.exits(0);
  const figures = bench.report("interface");
  assert.equal(figures.error, "");
  assert.equal(figures.holds.length, 2);
}

/** The last manager's report: it ran, every robot took part, and none was lost. */
function judge(bench: Workbench, names: readonly string[]) {
  const report = bench.report("manager");
  assert.equal(report.error, "");
  assert.ok(report.cycles > 0);
  assert.ok(report.controller.runs > 0);
  assert.deepEqual(Object.keys(report.robots), names);
  for (const name of names) {
    const robot = report.robots[name];
    assert.deepEqual([robot.lost, robot.dropped, robot.states_refused], [null, false, 0], name);
    assert.ok(robot.states_received > 0 && robot.commands_sent > 0, name);
  }
  return report;
}

/**
 * Copies all examples to the test's folder. In the one that runs, robots get names that no other process uses, and a connection may be
 * silent for as long as a busy computer makes it.
 */
function copy(bench: Workbench, example: string, changes: Record<string, string> = {}) {
  const root = `${bench.folder}/examples`;
  copyFolder(`${projectRoot()}/examples`, root);
  const folder = `${root}/${example}`;
  const manager = Deno.readTextFileSync(`${folder}/mc_rtc.yaml`);
  const renamed = Object.keys(parse(manager).Robots).map((name) => [name, bench.name(name)]);
  for (const file of ["mc_rtc.yaml", "interface.yaml"]) {
    const path = `${folder}/${file}`;
    if (![...Deno.readDirSync(folder)].some(({ name }) => name === file)) continue;
    let text = Deno.readTextFileSync(path);
    for (const [name, other] of renamed) {
      text = text.replaceAll(new RegExp(`^( +)${name}:`, "gm"), `$1${other}:`)
        .replaceAll(new RegExp(`^(name: | +base: )${name}\\b`, "gm"), `$1${other}`);
    }
    text = text.replaceAll(/^ +connection_timeout_ms:.*\n/gm, "")
      .replaceAll(/^( +)protocol: shm.*$/gm, "$1protocol: shm\n$1connection_timeout_ms: 3000");
    for (const [from, to] of Object.entries(file === "mc_rtc.yaml" ? changes : {})) {
      assert.ok(text.includes(from), `${path} has no '${from}'`);
      text = text.replace(from, to);
    }
    Deno.writeTextFileSync(path, text);
  }
  return { folder, names: renamed.map(([, other]) => other) };
}

function copyFolder(from: string, to: string): void {
  Deno.mkdirSync(to);
  for (const { name, isDirectory } of Deno.readDirSync(from)) {
    if (isDirectory) copyFolder(`${from}/${name}`, `${to}/${name}`);
    else Deno.copyFileSync(`${from}/${name}`, `${to}/${name}`);
  }
}
