import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { WireManager } from "./kit/wire_manager.ts";
import { skipUnless } from "./skip_unless.ts";
import type { Workbench } from "./kit/workbench.ts";

/** Copies the example with a robot name of its own, so that another run of it on this computer is no obstacle. */
function example(bench: Workbench, name: string): string {
  const folder = `${projectRoot()}/examples/ur5e`;
  for (const { name: file, isFile } of Deno.readDirSync(folder)) {
    if (isFile) Deno.copyFileSync(`${folder}/${file}`, `${bench.folder}/${file}`);
  }
  const config = `${bench.folder}/mc_rtc.yaml`;
  const text = Deno.readTextFileSync(config);
  const renamed = text.replaceAll(/^( +)ur5e:/gm, `$1${name}:`);
  assert.equal(renamed.split(name).length, 3, "the robot's name stands under Robots and under Posture");
  Deno.writeTextFileSync(config, renamed);
  return config;
}

/** What the example promises on every computer. */
// deno-lint-ignore no-explicit-any -- the report as it was written
function followsItsPostures(report: any, name: string): void {
  const robot = report.robots[name];
  assert.equal(robot.lost, null);
  assert.equal(robot.states_refused, 0);
  assert.ok(robot.postures.length >= 2, `${robot.postures.length} postures`);
  for (const { tracking_error, joint } of robot.postures) {
    assert.ok(tracking_error < 0.01, `${joint}: ${tracking_error}`);
  }
  assert.equal(report.error, "");
}

/** What it promises where the loops are scheduled in real time. */
// deno-lint-ignore no-explicit-any -- the report as it was written
function keepsItsRate(report: any): void {
  assert.ok(report.cycles >= 7900, `${report.cycles} cycles`);
  assert.ok(report.missed_cycles <= 0.01 * report.cycles, `${report.missed_cycles} of ${report.cycles} missed`);
}

/** Runs the example for eight seconds, and gives the manager's report. */
async function runFor8(bench: Workbench, config: string): Promise<unknown> {
  const manager = bench.manager(bench.served(config), "--for", "8");
  await manager.exits(0);
  await bench.allEnd(manager);
  assert.deepEqual(bench.leftovers(), []);
  return bench.report("manager");
}

const mayRealtime = await new Deno.Command("chrt", { args: ["-f", "1", "true"], stderr: "null" }).output()
  .then(({ success }) => success, () => false);
const noFigures = skipUnless(mayRealtime, "real-time scheduling is not granted here (chrt -f 1 true)") ||
  skipUnless(Deno.loadavg()[0] < 4 * navigator.hardwareConcurrency, "the computer is busy with something else");

together(1, [
  {
    name: "examples/ur5e: nothing lost, every posture reached within 0.01 rad",
    simulated: true,
    async fn(bench) {
      const name = bench.name("ur5e");
      followsItsPostures(await runFor8(bench, example(bench, name)), name);
    },
  },
  {
    name: "examples/ur5e: 1 kHz with physics, at least 7,900 cycles in eight seconds, at most 1 % missed",
    simulated: true,
    ignore: noFigures,
    both: true,
    async fn(bench) {
      const name = bench.name("ur5e");
      const config = example(bench, name);
      const run = async () => {
        const report = await runFor8(bench, config);
        followsItsPostures(report, name);
        keepsItsRate(report);
      };
      // The figures are those of a computer that has time; one that is busy for a moment gets a second chance.
      await run().catch(run);
    },
  },
  {
    name:
      "before the first command the simulated arm stays where it starts, under gravity and with the process held up for a while",
    simulated: true,
    async fn(bench) {
      const name = bench.name("home");
      const config_path = `${projectRoot()}/examples/ur5e/ur5e.xml`;
      const settings = { driver: "RobotDriverMuJoCo", more: { config_path } };
      const entry = bench.initEntry(name, settings);
      const robot = bench.interface(name, settings);
      const manager = await WireManager.take(bench, name);
      assert.equal(await manager.init(entry), "OK");
      const first = (await until("a state", () => manager.takeState())).position;
      assert.ok(first.some((value) => Math.abs(value) > 0.1), `a pose, not zeros: ${first}`);
      const stays = async (ms: number) => {
        for (const endAt = performance.now() + ms; performance.now() < endAt; await pause(20)) {
          const state = await until("a state", () => manager.takeState());
          state.position.forEach((value, i) =>
            assert.ok(Math.abs(value - first[i]) < 1e-3, `joint ${i} is at ${value}`)
          );
        }
      };
      await stays(2000);
      robot.signal("SIGSTOP");
      await pause(200);
      robot.signal("SIGCONT");
      await stays(1000);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const { cycles, duration_s } = bench.report(name);
      assert.ok(cycles <= duration_s / 0.001 + 3, `${cycles} cycles in ${duration_s} s`);
    },
  },
  {
    name: "a period that the physics step does not fit is refused with both numbers, exit code 1",
    async fn(bench) {
      const name = bench.name("step");
      const config_path = `${projectRoot()}/examples/ur5e/ur5e.xml`;
      const robot = bench.interface(name);
      const manager = await WireManager.take(bench, name);
      const entry = bench.initEntry(name, { driver: "RobotDriverMuJoCo", timeStep: 0.0007, more: { config_path } });
      const answer = await manager.init(entry);
      assert.match(answer, /^ERROR: .*0\.001.*0\.0007|^ERROR: .*0\.0007.*0\.001/);
      await robot.exits(1);
    },
  },
]);
