import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";

/** A controller that never stands still, so that each of its commands is another one. */
function moving(...names: string[]): Record<string, unknown> {
  const targets = [[0.6, -1, 1, -1, -1, 0.4], [-0.6, -2, 2, -2, -2, -0.4]];
  const robots = Object.fromEntries(names.map((name) => [name, { targets }]));
  return { Controller: "posture", Posture: { dwell: 0, speed: 0.3, robots } };
}

/**
 * Checks that the driver of `name` was given one command in each cycle, from the first on, besides the hold at the very end, and that cycles
 * keep to the period.
 */
function oneCommandACycle(bench: Workbench, name: string, periodS: number): void {
  const record = bench.record(name);
  const commands = record.filter(({ kind }) => kind !== "sync").slice(0, -1);
  const syncs = record.filter(({ kind }) => kind === "sync");
  commands.forEach(({ cycle }, i) => assert.equal(cycle, commands[0].cycle + i, "one command a cycle"));
  assert.equal(commands[0].cycle, 1);
  // Never faster than the period, over any stretch: what was late is not made up for.
  const seconds = Number(syncs.at(-1)!.stampNs - syncs[0].stampNs) / 1e9;
  assert.ok(syncs.length <= seconds / periodS + 3, `${syncs.length} cycles in ${seconds} s`);
}

/** Two interfaces and a manager for them. */
function two(bench: Workbench, a: BenchRobot, b: BenchRobot, top: Record<string, unknown> = {}, ...more: string[]) {
  const names = [bench.name("a"), bench.name("b")] as const;
  const robots = bench.interfaces({ [names[0]]: a, [names[1]]: b });
  const config = bench.config({ [names[0]]: a, [names[1]]: b }, { ...moving(...names), ...top });
  return { names, robots, manager: bench.manager(config, ...more) };
}

together(3, [
  ...[
    { a: 0.001, b: 0.004, Timestep: 0.004, tick: 0.001 },
    { a: 0.001, b: 0.0015, Timestep: 0.003, tick: 0.0005 },
    { a: 0.004, b: 0.001, Timestep: 0.008, tick: 0.001 },
  ].map(({ a, b, Timestep, tick }) => ({
    name: `robots every ${a * 1000} and ${b * 1000} ms, controller every ${
      Timestep * 1000
    } ms: each is served at its own rate, the controller runs every k-th tick`,
    simulated: true,
    both: a === 0.001 && b === 0.004,
    async fn(bench: Workbench) {
      const { names, robots, manager } = two(bench, { timeStep: a }, { timeStep: b }, { Timestep }, "--for", "4");
      await manager.exits(0);
      for (const robot of robots) robot.signal("SIGTERM");
      for (const robot of robots) await robot.exits(0);
      const report = bench.report("manager");
      assert.equal(report.period_s, tick);
      assert.ok(report.cycles + report.missed_cycles <= report.duration_s / tick + 2);
      // By the grid of the ticks: what is due every k ticks has happened in a k-th of them, minus what was skipped.
      const { runs } = report.controller;
      [a, b].forEach((period, i) => {
        const { commands_sent } = report.robots[names[i]];
        const perRun = Timestep / period;
        const slack = 2 * perRun + report.missed_cycles;
        assert.ok(
          Math.abs(commands_sent - runs * perRun) <= slack,
          `${commands_sent} commands every ${period} s for ${runs} runs every ${Timestep} s, ${report.missed_cycles} ticks missed`,
        );
        oneCommandACycle(bench, names[i], period);
        const received = bench.report(names[i]);
        assert.equal(received.period_s, period);
        assert.deepEqual(received.commands_refused, {});
      });
      assert.ok(runs <= report.duration_s / Timestep + 2);
    },
  })),
  ...([[0.005, 0.001, 5], [0.009, 0.003, 3], [0.3, 0.1, 3]] as const).map(([Timestep, timeStep, k]) => ({
    name: `Timestep ${Timestep} and time_step ${timeStep}: run() every ${k} ticks, none doubled, none left out`,
    simulated: true,
    async fn(bench: Workbench) {
      const name = bench.name("k");
      const robot = bench.interface(name, { timeStep });
      const config = bench.config({ [name]: { timeStep } }, { Timestep, ...moving(name) });
      const manager = bench.manager(config, "--for", "3");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const report = bench.report("manager");
      const { commands_sent } = report.robots[name];
      const { runs } = report.controller;
      assert.ok(
        Math.abs(commands_sent - k * runs) <= k + report.missed_cycles,
        `${commands_sent} commands, ${runs} runs, ${report.missed_cycles} missed`,
      );
      assert.ok(report.cycles + report.missed_cycles <= report.duration_s / timeStep + 2);
      assert.ok(runs >= 0.5 * (3 - 1) / Timestep, `${runs} runs`);
      if (report.missed_cycles > 0) return;
      // Between two runs the last command is sent again: each one k times, at the driver too as far as both loops were on time.
      const values = bench.commands(name).map((command) => `${command.values}`);
      const lengths: number[] = [];
      values.forEach((value, i) => value === values[i - 1] ? lengths[lengths.length - 1]++ : lengths.push(1));
      const inner = lengths.slice(2, -2);
      const right = inner.filter((length) => Math.abs(length - k) <= 1).length;
      assert.ok(right >= 0.9 * inner.length, `lengths ${inner}`);
    },
  })),
  {
    name: "one robot's process stands still for a second: the other one gets its commands all the while",
    async fn(bench) {
      const { names: [a, b], robots, manager } = two(bench, { timeoutMs: 20_000 }, { timeStep: 0.004 }, {
        Timestep: 0.004,
      });
      await manager.line(new RegExp(`'${b}' robot initialized`));
      await pause(500);
      const from = monotonicNs();
      robots[0].signal("SIGSTOP");
      await pause(1000);
      robots[0].signal("SIGCONT");
      const to = monotonicNs();
      const got = bench.commands(b).filter(({ stampNs }) => stampNs > from && stampNs < to).map(({ values }) =>
        `${values}`
      );
      const different = new Set(got).size;
      // Were it held up by the other one, there would be a handful.
      assert.ok(
        different > 20 && different > got.length / 4,
        `${different} different commands in ${got.length} cycles`,
      );
      manager.signal("SIGTERM");
      await manager.exits(0);
      const { robots: figures } = bench.report("manager");
      assert.deepEqual([figures[a].lost, figures[b].lost], [null, null]);
    },
  },
  {
    name: "kill -9 of one of two robots: the manager stops and names it, the other one is held; both are in the report",
    async fn(bench) {
      const { names: [a, b], robots, manager } = two(
        bench,
        {},
        { timeStep: 0.004, mock: { faults: { lag_s: 0.08 } } },
        {
          Timestep: 0.004,
        },
      );
      await until("a motion", () => bench.commands(b).length > 300);
      robots[0].signal("SIGKILL");
      await manager.exits(1);
      assert.equal(
        manager.count(new RegExp(`Lost connection to robot '${a}': the interface's liveliness token is lost`)),
        1,
      );
      await robots[1].line(/holding the robot/);
      const from = monotonicNs();
      await pause(300);
      const hold = holdTarget(bench.record(b), from);
      assert.deepEqual(hold.target, hold.measured);
      const { robots: figures } = bench.report("manager");
      assert.match(figures[a].lost, /token/);
      assert.equal(figures[b].lost, null);
      robots[1].signal("SIGTERM");
      await robots[1].exits(0);
    },
  },
  {
    name: "nothing is commanded before all robots are initialised",
    async fn(bench) {
      const { names: [a, b], robots, manager } = two(bench, {}, { mock: { faults: { no_state_for_s: 2 } } });
      await manager.line(new RegExp(`'${a}' robot initialized`));
      await manager.line(new RegExp(`'${b}' robot initialized`));
      const start = bench.commands(a)[0].values;
      const moved = await until("a motion", () => bench.commands(a).find(({ values }) => `${values}` !== `${start}`));
      const seen = bench.record(b).find(({ kind, values }) => kind === "sync" && values.length > 0)!;
      assert.ok(moved.stampNs > seen.stampNs, "a was moved before b had a state");
      manager.signal("SIGTERM");
      await manager.exits(0);
      for (const robot of robots) robot.signal("SIGTERM");
    },
  },
  {
    name: "pairs of periods that do not fit are refused with both numbers before anything starts, exit code 2",
    both: true,
    async fn(bench) {
      const cases: [number | string, number | string, RegExp][] = [
        [0.0025, 0.001, /Timestep 0\.0025 is no exact multiple of time_step 0\.001/],
        [0.001, 0.002, /Timestep 0\.001 is shorter than time_step 0\.002/],
        [0.001, 0, /time_step/],
        [0.001, -0.001, /time_step/],
        [0.001, "fast", /time_step/],
        [0.001, 0.0001, /0\.0001 is too short; wanted at least 0\.0002/],
      ];
      for (const [Timestep, timeStep, text] of cases) {
        const name = bench.name("odd");
        const config = bench.config({ [name]: { timeStep, autostart: true } }, { Timestep });
        const manager = bench.uri(["manager", "-c", config]);
        await manager.exits(2);
        assert.match(manager.text, text);
        assert.match(manager.lines[0], /^\[error\] .*manager-[0-9a-f]+\.yaml:\d+:\d+/);
        assert.equal(manager.count(/Spawning/), 0);
      }
      // Written otherwise, but right.
      const name = bench.name("odd");
      const config = bench.config({ [name]: { timeStep: 0.001 } });
      Deno.writeTextFileSync(config, Deno.readTextFileSync(config).replaceAll("0.001", "1e-3"));
      bench.interface(name);
      const manager = bench.manager(config, "--for", "0.2");
      await manager.exits(0);
      assert.equal(bench.report("manager").period_s, 0.001);
    },
  },
]);
