import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { sameBytes } from "./kit/same_bytes.ts";
import { together } from "./kit/together.ts";
import { TwoArms } from "./kit/two_arms.ts";
import type { Workbench } from "./kit/workbench.ts";

const TARGETS = { bender: [[0.6, 0.9, 1.0], [-0.4, 0.6, 1.4]], sweeper: [[0.05, 0.8, 0.4], [0.2, -0.8, -0.4]] };
const ARMS = ["bender", "sweeper"] as const;
const SECONDS = 4;

/** A world in lock step that keeps a record of each robot; `protocol`: how it is reached. */
function worldOf(bench: Workbench, protocol = "shm", targets: Partial<typeof TARGETS> = {}) {
  const arms = new TwoArms(
    bench,
    { protocol },
    (text) =>
      ARMS.reduce((all, arm) => all.replace(`model: ${arm}.xml`, `model: ${arm}.xml\n    record: ${arm}.bin`), text),
  );
  const manager = (label: string, which: readonly (typeof ARMS)[number][], ...more: string[]) =>
    arms.manager(label, which, { ...TARGETS, ...targets }, ...more);
  return { arms, manager, record: (arm: string) => Deno.readFileSync(`${arms.folder}/${arm}.bin`) };
}

/** Runs both processes for the same time; returns the records. */
async function runOnce(bench: Workbench, protocol: string, targets: Partial<typeof TARGETS> = {}) {
  const { arms, manager, record } = worldOf(bench, protocol, targets);
  const simulation = await arms.start("--lockstep", "--for", `${SECONDS}`, "--report", `${bench.folder}/sim.json`);
  const label = `m${crypto.randomUUID().slice(0, 8)}`;
  const controlling = manager(label, ARMS, "--lockstep", "--for", `${SECONDS}`);
  await controlling.exits(0);
  await simulation.exits(0);
  return { simulation, arms, manager: bench.report(label), records: ARMS.map(record) };
}

together(2, [
  {
    name:
      "lock step: each State is answered, each command takes effect one period later; the figures are of simulated time",
    both: true,
    async fn(bench) {
      const { simulation, arms, manager } = await runOnce(bench, "shm");
      const report = bench.report("sim");
      assert.equal(report.simulated_s, SECONDS);
      assert.equal(report.ticks, SECONDS / 0.001);
      assert.deepEqual([report.made_up_ticks, report.lost_ticks], [0, 0]);
      assert.equal(manager.cycles, SECONDS / 0.001, "the manager's tick is the common period");
      assert.equal(manager.controller.runs, SECONDS / 0.002);
      assert.ok(manager.real_time_factor > 0);
      for (const arm of ARMS) {
        const name = arms.names[arm];
        const cycles = SECONDS / TwoArms.PERIODS[arm];
        const { states_received, commands_sent, states_refused, lost, postures } = manager.robots[name];
        assert.deepEqual([states_received, states_refused, lost], [cycles, 0, null]);
        assert.equal(commands_sent, cycles, "one each; what is sent once more does not count");
        assert.ok(postures.length >= 1, `${arm} has reached a posture`);
        const side = report.robots[name];
        assert.equal(side.states_published, cycles);
        assert.equal(side.commands_received, cycles - 1, "the last one is for a cycle that does not come");
        assert.equal(side.missed_cycles, 0);
        assert.deepEqual(side.holds, []);
        // From a State to its command and back is one period, always.
        const { p50, max } = side.round_trip_us;
        assert.ok(Math.abs(max - TwoArms.PERIODS[arm] * 1e6) < 1, `${arm}: ${max} µs`);
        assert.ok(Math.abs(p50 - max) < 0.02 * max);
      }
      assert.match(simulation.text, /lock step: 4\.000 s of simulated time in [\d.]+ s, real-time factor [\d.]+/);
      assert.doesNotMatch(simulation.text, /warning|error/i);
    },
  },
  ...["shm", "zenoh", "zenoh/shm"].map((protocol) => ({
    name: `lock step over ${protocol}: two runs are the same to the byte, and a run with another target is not`,
    async fn(bench: Workbench) {
      const [one, other, third] = [
        await runOnce(bench, protocol),
        await runOnce(bench, protocol),
        await runOnce(bench, protocol, { bender: [[0.6, 0.9, 1.001]] }),
      ];
      for (const [i, arm] of ARMS.entries()) {
        assert.ok(one.records[i].length > 1000 * SECONDS / TwoArms.PERIODS[arm] / 1000 * 8);
        assert.ok(sameBytes(one.records[i], other.records[i]), `${arm}: the same`);
        const [postures, again] = [one, other].map(({ arms, manager }) => manager.robots[arms.names[arm]].postures);
        assert.deepEqual(postures, again);
      }
      assert.ok(!sameBytes(one.records[0], third.records[0]), "another target makes another record");
    },
  })),
  {
    name: "lock step: nothing is lost while a process is stopped, and the run is the same to the byte",
    async fn(bench) {
      const calm = await runOnce(bench, "shm");
      const { arms, manager, record } = worldOf(bench);
      const simulation = await arms.start("--lockstep", "--for", `${SECONDS}`);
      const controlling = manager("stopped", ARMS, "--lockstep", "--for", `${SECONDS}`);
      await controlling.line(/robot initialized/);
      for (const process of [controlling, simulation, controlling]) {
        if (!process.running) break;
        process.signal("SIGSTOP");
        await pause(1200);
        process.signal("SIGCONT");
        await pause(20);
      }
      await controlling.exits(0);
      await simulation.exits(0);
      for (const [i, arm] of ARMS.entries()) assert.ok(sameBytes(calm.records[i], record(arm)), arm);
    },
  },
  {
    name: "lock step: one manager each; time stands until every robot has one, and when one is gone; its robot is held",
    async fn(bench) {
      const { arms, manager } = worldOf(bench);
      const simulation = await arms.start("--lockstep", "--report", `${bench.folder}/sim.json`);
      const one = manager("one", ["bender"], "--lockstep");
      await simulation.line(
        new RegExp(`lock step: time stands for 2 s, waiting for a manager of '${arms.names.sweeper}'`),
      );
      await one.line(/lock step: time stands for 2 s, waiting for the next State of/);
      const other = manager("other", ["sweeper"], "--lockstep", "--for", "2");
      await other.exits(0);
      assert.equal(bench.report("other").robots[arms.names.sweeper].states_received, 2 / 0.002);
      const held = new RegExp(`'${arms.names.sweeper}' lost the manager .* holding the robot`);
      await simulation.line(held);
      await simulation.line(new RegExp(`time stands for 2 s, waiting for a manager of '${arms.names.sweeper}'`));
      const third = manager("third", ["sweeper"], "--lockstep", "--for", "2");
      await third.exits(0);
      assert.match(simulation.text, /commands are back after .* the hold ends/);
      assert.equal(bench.report("third").robots[arms.names.sweeper].states_refused, 0);
      one.signal("SIGINT");
      await one.exits(0);
      await simulation.line(held);
      // It stands, and ends at once when it is asked to.
      const since = performance.now();
      simulation.signal("SIGTERM");
      await simulation.exits(0);
      const report = bench.report("sim");
      assert.ok(report.simulated_s >= 4, `${report.simulated_s} s`);
      assert.doesNotMatch(simulation.text, /did not return/);
      assert.ok(performance.now() > since);
    },
  },
  {
    name: "lock step: a manager on the wall clock is waited for, too, and neither side loses the other",
    async fn(bench) {
      const { arms, manager } = worldOf(bench);
      const simulation = await arms.start("--lockstep", "--report", `${bench.folder}/sim.json`);
      const controlling = manager("wall", ARMS, "--for", "3");
      await controlling.exits(0);
      simulation.signal("SIGINT");
      await simulation.exits(0);
      const { robots } = bench.report("wall");
      for (const arm of ARMS) assert.equal(robots[arms.names[arm]].lost, null);
      const { simulated_s } = bench.report("sim");
      assert.ok(simulated_s > 0.2 && simulated_s < 3.5, `${simulated_s} s of simulated time in 3 s`);
    },
  },
  {
    name: "lock step: what cannot be in step is refused, in one line each",
    async fn(bench) {
      const name = bench.name();
      const config = bench.config({ [name]: { driver: "RobotDriverMock", autostart: true } });
      const autostarted = bench.uri(["manager", "-c", config, "--lockstep"]);
      await autostarted.exits(2);
      assert.match(autostarted.text, /robot_interface\.autostart: is true, and --lockstep wants false/);
      const enforced = bench.uri(["manager", "-c", config, "--lockstep", "--realtime", "enforce"]);
      await enforced.exits(2);
      assert.match(enforced.text, /--lockstep has no real time, which --realtime enforce wants/);

      const real = bench.config({ [name]: { autostart: false } });
      const driver = bench.uri(["interface", "-n", name, "-c", bench.interfaceConfig(name)]);
      await driver.line(/waiting for init query/);
      const manager = bench.uri(["manager", "-c", real, "--lockstep"]);
      await manager.exits(1);
      assert.match(manager.text, /is not in lock step: its State is of another time than the tick that waits for it/);
    },
  },
  {
    name: "examples/two_arms as it is: one arm pushes the block, and the arms run into each other",
    async fn(bench) {
      const arms = new TwoArms(bench);
      const config = ARMS.reduce(
        (text, arm) => text.replaceAll(`  ${arm}:\n`, `  ${arms.names[arm]}:\n`),
        Deno.readTextFileSync(`${arms.folder}/mc_rtc.yaml`),
      );
      Deno.writeTextFileSync(`${arms.folder}/mc_rtc.yaml`, config);
      const simulation = await arms.start("--lockstep", "--for", "21");
      const report = `${bench.folder}/both.json`;
      const args = ["-c", `${arms.folder}/mc_rtc.yaml`, "--lockstep", "--for", "21", "--report", report];
      await bench.uri(["manager", ...args]).exits(0);
      await simulation.exits(0);
      const { robots } = bench.report("both");
      const errors: number[] = ARMS.flatMap((arm) =>
        robots[arms.names[arm]].postures.map((
          { tracking_error: error, joint }: { tracking_error: number; joint: string },
        ) => joint === "turn" ? error : 0)
      );
      const most = Math.max(...errors);
      assert.ok(most > 0.05 && most < 0.4, `an arm is stopped by the other one: ${errors}`);
    },
  },
]);
