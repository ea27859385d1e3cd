import assert from "node:assert/strict";
import { projectRoot } from "../tools/project_root.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import { until } from "./kit/until.ts";
import { WireManager } from "./kit/wire_manager.ts";
import type { Workbench } from "./kit/workbench.ts";

/** How `uri simulate` serves its robots where it differs from `uri interface`: several in one process, which outlives their managers; its report. */
const TARGETS = { bender: [[0.3, 0.9, 1.0], [-0.3, 0.6, 1.4]], sweeper: [[0.05, 0.8, 0.4], [0.2, -0.5, -0.4]] };
const BOTH = ["bender", "sweeper"] as const;

/** The world of two arms, both of which write a record. */
function recorded(bench: Workbench): TwoArms {
  const arms = new TwoArms(bench);
  const record = (text: string, arm: typeof BOTH[number]) =>
    text.replace(`module: ./${arm}.yaml`, `module: ./${arm}.yaml\n    record: ${bench.folder}/${arms.names[arm]}.rec`);
  Deno.writeTextFileSync(arms.file, BOTH.reduce(record, Deno.readTextFileSync(arms.file)));
  return arms;
}

/** Resolves when both arms are on the move. */
async function areMoved(bench: Workbench, arms: TwoArms): Promise<void> {
  for (const arm of BOTH) {
    await until(`a motion of the ${arm}`, () => {
      const commands = bench.commands(arms.names[arm]);
      return commands.length > 200 && `${commands.at(-1)!.values}` !== `${commands.at(-50)!.values}`;
    });
  }
}

const signals = (["SIGINT", "SIGTERM", "SIGHUP"] as const).map((signal) => ({
  name: `simulate: ${signal} in motion: every robot is held where it is, exit code 0, and the managers are told`,
  both: signal === "SIGINT",
  async fn(bench: Workbench) {
    const arms = recorded(bench);
    const simulation = await arms.start("--report", `${bench.folder}/world.json`);
    const manager = arms.manager("manager", BOTH, TARGETS);
    await areMoved(bench, arms);
    simulation.signal(signal);
    await simulation.exits(0);
    await manager.exits(1);
    assert.match(
      manager.text,
      /Lost connection to robot '.*': (the interface's liveliness token is lost|no new state for 3000 ms)/,
    );
    assert.equal(simulation.count(/\[error\]|^\s+at /), 0, simulation.text);
    for (const arm of BOTH) {
      const record = bench.record(arms.names[arm]);
      const measured = record.filter(({ kind }) => kind === "sync").slice(-2).map(({ values }) => `${values}`);
      assert.ok(measured.includes(`${record.at(-1)!.values}`), `${arm}: ${record.at(-1)!.values} after ${measured}`);
    }
    assert.equal(bench.report("world").error, "");
    assert.deepEqual(bench.leftovers(), []);
  },
}));

together(2, [
  {
    name: "simulate: the report has the world's figures, and for each robot those of its interface",
    both: true,
    async fn(bench) {
      const arms = recorded(bench);
      const simulation = await arms.start("--report", `${bench.folder}/world.json`);
      const manager = arms.manager("manager", ["bender"], TARGETS, "--for", "2");
      await manager.exits(0);
      await simulation.line(/lost the manager/);
      simulation.signal("SIGTERM");
      await simulation.exits(0);
      assert.equal(simulation.count(/'bender-\w+' records cycles and commands in '.*': this is not real-time safe/), 1);
      const { role, robots, error, ...world } = bench.report("world");
      assert.deepEqual([role, error, world.period_s, world.step_s], ["simulation", "", 0.001, 0.001]);
      assert.ok(world.duration_s > 2 && world.simulated_s > 0.5 * world.duration_s, JSON.stringify(world));
      assert.ok(Math.abs(world.real_time_factor - world.simulated_s / world.duration_s) < 1e-3);
      // What was not lost has been simulated.
      const missing = world.duration_s - world.simulated_s - world.lost_ticks * world.period_s;
      assert.ok(Math.abs(missing) < 0.02, `${missing} s are missing`);
      assert.ok(Math.abs(world.ticks * world.period_s - world.simulated_s) < 1e-6);
      assert.ok(world.physics_us.count > 0 && world.robots_us.count > 0);
      assert.deepEqual(Object.keys(robots), Object.values(arms.names));
      assert.equal(robots[arms.names.sweeper], null, "no manager has asked for it");
      const bender = robots[arms.names.bender];
      assert.deepEqual([bender.role, bender.name, bender.error, bender.period_s], [
        "interface",
        arms.names.bender,
        "",
        0.001,
      ]);
      assert.ok(bender.commands_received > 100 && bender.states_published > bender.commands_received);
      assert.ok(bender.holds.length >= 1, "held since its manager has ended");
      const docs = Deno.readTextFileSync(`${projectRoot()}/docs/report.md`);
      for (const key of Object.keys(world)) assert.ok(docs.includes(`\`${key}\``), `docs/report.md has no ${key}`);
      assert.match(simulation.text, /\[Simulation\] \d+\.\d{3} s simulated, real-time factor \d\.\d{4}/);
    },
  },
  ...signals,
  {
    name: "simulate: a robot whose name is taken: exit code 1 with the owner; once that has gone, the world is served",
    async fn(bench) {
      const arms = new TwoArms(bench);
      const other = bench.interface(arms.names.sweeper);
      await other.line(/waiting for init query/);
      const args = ["simulate", "-c", arms.file, "--report", `${bench.folder}/world.json`];
      const refused = bench.uri(args);
      await refused.exits(1);
      const owner = new RegExp(
        `robot '${arms.names.sweeper}' cannot be served: .*is held by uri interface '.*' \\(pid ${other.pid}\\)`,
      );
      assert.equal(refused.count(/\[error\]/), 1, refused.text);
      assert.match(refused.text, owner);
      assert.match(bench.report("world").error, owner);
      assert.ok(other.running);
      other.signal("SIGTERM");
      await other.exits(0);
      const simulation = await arms.start("--for", "1");
      await simulation.exits(0);
    },
  },
  {
    name:
      "simulate: a process that stood still for three seconds says so, holds its robots, and does not run after the time",
    async fn(bench) {
      const arms = recorded(bench);
      const simulation = await arms.start("--report", `${bench.folder}/world.json`);
      const manager = arms.manager("manager", BOTH, TARGETS);
      await areMoved(bench, arms);
      const before = BOTH.map((arm) => bench.record(arms.names[arm]).at(-1)!.stampNs);
      simulation.signal("SIGSTOP");
      await pause(3500);
      simulation.signal("SIGCONT");
      const contNs = monotonicNs();
      await simulation.line(/\[warning\] \[Simulation\] the world stood still for [34]\.\d\d s/);
      await manager.exits(1);
      for (const arm of BOTH) {
        await simulation.line(new RegExp(`'${arms.names[arm]}' lost the manager \\(.*\\), holding the robot`));
      }
      const from = monotonicNs();
      await pause(500);
      BOTH.forEach((arm, i) => {
        const name = arms.names[arm];
        const hold = holdTarget(bench.record(name), from);
        assert.deepEqual(hold.target, hold.measured);
        // From the last cycle before the stall to the hold: what the stall has missed does not happen, but what a busy computer has.
        const cycles = bench.record(name).filter(({ kind, stampNs }) =>
          kind === "sync" && stampNs > before[i] && stampNs < contNs + 100_000_000n
        );
        assert.ok(cycles.length < 2000 / (1000 * TwoArms.PERIODS[arm]), `${arm}: ${cycles.length} cycles`);
      });
      simulation.signal("SIGTERM");
      await simulation.exits(0);
      const { lost_ticks, robots } = bench.report("world");
      assert.ok(lost_ticks > 2500, `${lost_ticks} lost`);
      for (const arm of BOTH) assert.ok(robots[arms.names[arm]].holds.length >= 1);
    },
  },
  {
    name:
      "simulate: init queries that cannot be met are refused in one line each, and the world goes on with the other robot",
    async fn(bench) {
      const arms = new TwoArms(bench);
      const simulation = await arms.start();
      const other = arms.manager("other", ["sweeper"], TARGETS, "--for", "8");
      await other.line(/robot initialized/);
      const name = arms.names.bender;
      const manager = await WireManager.take(bench, name);
      const joints = ["turn", "lower", "upper"];
      const entry = (mode: string, names = joints, time_step = 0.001) => ({
        ...arms.entry("bender", { mode, time_step }),
        robot_module: { name: "bender", joints: names.map((name) => ({ name })) },
      });
      const bad: [RegExp, unknown][] = [
        [/Unsupported controller mode: flying/, entry("flying")],
        [/'wrist'|wrist/, entry("position", ["turn", "lower", "wrist"])],
        [/the manager asks for a period of 4 ms, and the scene has 1 ms/, entry("position", joints, 0.004)],
        [/robot_interface\.driver/, { ...entry("position"), robot_interface: {} }],
      ];
      for (const [reason, query] of bad) {
        const from = simulation.lines.length;
        assert.match(await manager.init(query), /^ERROR: /);
        const line = await simulation.line(/\[error\]/, from);
        assert.match(line, new RegExp(`'${name}' init failed: `));
        assert.match(line, reason);
        await simulation.line(new RegExp(`'${name}' waiting for init query`), from);
        assert.equal(simulation.lines.slice(from).filter((line) => line.includes("[error]")).length, 1);
      }
      assert.equal(await manager.init(entry("velocity")), "OK");
      assert.equal((await until("a state", () => manager.takeState())).position.length, 3);
      await other.exits(0);
      assert.equal(bench.report("other").robots[arms.names.sweeper].lost, null);
      simulation.signal("SIGTERM");
      await simulation.exits(0);
    },
  },
  {
    name:
      "simulate: a world that diverges ends with joint, value and time, exit code 1, and its robots' managers are told",
    async fn(bench) {
      // A cart on a rail that is pulled up ever faster: after about a second no number is left for it.
      const arms = new TwoArms(bench, undefined, (text) => `${text}  runaway: { model: runaway.xml }\n`);
      Deno.writeTextFileSync(
        `${arms.folder}/runaway.xml`,
        `<mujoco><worldbody><body name="cart" pos="0 0 3" gravcomp="9e8"><joint name="rail" type="slide" axis="0 0 1"/>` +
          `<geom size="0.05" mass="1"/></body></worldbody></mujoco>`,
      );
      const args = ["simulate", "-c", arms.file, "--report", `${bench.folder}/world.json`];
      const simulation = bench.uri(args);
      await simulation.exits(1);
      const why = /the (position|velocity) of joint runaway\/rail is [\d.]+e\+10 at 1\.\d+ s/;
      assert.equal(simulation.count(/\[error\]/), 1, simulation.text);
      assert.match(simulation.text, why);
      assert.match(bench.report("world").error, why);
    },
  },
]);
