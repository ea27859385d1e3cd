import assert from "node:assert/strict";
import type { MockRecord } from "../drivers/mock/mock_record.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { processesNaming } from "./kit/processes_naming.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";

/** A robot that is on the move all the time, and lags behind its targets, so that target and measurement differ. */
const LAGGING: BenchRobot = { mock: { faults: { lag_s: 0.08 } } };

function moving(name: string): Record<string, unknown> {
  const targets = [[0.6, -1, 1, -1, -1, 0.4], [-0.6, -2, 2, -2, -2, -0.4]];
  return { Controller: "posture", Posture: { dwell: 0, speed: 0.3, robots: { [name]: { targets } } } };
}

/** Starts a pair whose robot moves; resolves when it does. */
async function movingPair(bench: Workbench, name: string, robot: BenchRobot = LAGGING) {
  const right = bench.interface(name, robot);
  const left = bench.manager(bench.config({ [name]: robot }, moving(name)));
  await left.line(/robot initialized/);
  await until("a motion", () => {
    const commands = bench.commands(name);
    return commands.length > 300 && commands.at(-1)!.values[0] !== commands.at(-50)!.values[0];
  });
  return { robot: right, manager: left };
}

/** No position command of all zeros, none that jumps: one step a cycle is small in everything that these robots do. */
function isSmooth(commands: readonly MockRecord[], most = 0.3): void {
  commands.forEach(({ kind, values, cycle }, i) => {
    assert.equal(kind, "servoJ");
    assert.ok(values.some((value) => value !== 0), `zeros in cycle ${cycle}`);
    if (i === 0) return;
    values.forEach((value, joint) => {
      const step = Math.abs(value - commands[i - 1].values[joint]);
      assert.ok(step < most, `joint ${joint} is sent by ${step} in cycle ${cycle}`);
    });
  });
}

/** Ends the interface and checks its part: exit code 0, and the reasons of its holds. */
async function endsWithHolds(bench: Workbench, name: string, robot: UriProcess, reasons: string[]): Promise<void> {
  robot.signal("SIGTERM");
  await robot.exits(0);
  const holds: { reason: string; duration_s: number }[] = bench.report(name).holds;
  assert.deepEqual(holds.map(({ reason }) => reason), reasons);
  for (const { duration_s } of holds) assert.ok(duration_s > 0);
}

together(3, [
  {
    name:
      "kill -9 of the manager in motion: the measured position is held, latched once; a new manager takes the same robot on",
    simulated: true,
    both: true,
    async fn(bench) {
      const name = bench.name("kill9");
      const { robot, manager } = await movingPair(bench, name);
      manager.signal("SIGKILL");
      await robot.line(/lost the manager \(its liveliness token is gone\), holding the robot/);
      const from = monotonicNs();
      await pause(1000);
      const hold = holdTarget(bench.record(name), from);
      assert.deepEqual(hold.target, hold.measured, "the hold target is what was measured in the cycle it began in");
      assert.notDeepEqual(hold.target, hold.before, "the robot lagged, so it was not the last target");
      assert.ok(hold.lastedNs > 300_000_000n, `${hold.lastedNs} ns`);

      const second = bench.manager(bench.config({ [name]: LAGGING }, moving(name)));
      await robot.line(/commands are back after \d+\.\d+ s, the hold ends/);
      const resumed = bench.commands(name).length;
      await until("the robot to be moved on", () => bench.commands(name).length > resumed + 500);
      second.signal("SIGINT");
      await second.exits(0);
      assert.equal(robot.count(/loading driver/), 1);
      await until("the second hold", () => robot.count(/holding the robot/) === 2);
      isSmooth(bench.commands(name));
      await endsWithHolds(bench, name, robot, ["token_lost", "token_lost"]);
      assert.deepEqual(bench.report(name).commands_refused, {});
    },
  },
  {
    name:
      "SIGSTOP of the manager beyond the timeout: the last command for as long, then hold; SIGCONT does not make the robot jump",
    simulated: true,
    async fn(bench) {
      const name = bench.name("stop");
      const timeoutMs = 300;
      const { robot, manager } = await movingPair(bench, name, { ...LAGGING, timeoutMs });
      manager.signal("SIGSTOP");
      await robot.line(/lost the manager \(no new command for \d+ ms, timeout 300 ms\), holding the robot/);
      const from = monotonicNs();
      await pause(500);
      const hold = holdTarget(bench.record(name), from);
      assert.deepEqual(hold.target, hold.measured);
      const silentNs = hold.beganNs - hold.lastNewNs;
      assert.ok(silentNs >= BigInt(timeoutMs) * 1_000_000n, `the hold began after ${silentNs} ns`);
      manager.signal("SIGCONT");
      // The manager finds that it heard nothing for longer than its timeout, or goes on from where the robot is.
      await Promise.race([manager.end(), robot.line(/commands are back/)]);
      await pause(300);
      isSmooth(bench.commands(name));
      manager.signal("SIGTERM");
      await manager.end();
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(bench.report(name).holds[0].reason, "no_command");
    },
  },
  {
    name: "SIGSTOP of the manager for less than the timeout: nothing is lost, the last command is repeated",
    simulated: true,
    async fn(bench) {
      const name = bench.name("short");
      const { robot, manager } = await movingPair(bench, name, { ...LAGGING, timeoutMs: 30_000 });
      manager.signal("SIGSTOP");
      await pause(400);
      manager.signal("SIGCONT");
      const before = bench.commands(name).length;
      await until("the robot to be moved on", () => bench.commands(name).length > before + 300);
      assert.equal(robot.count(/lost the manager/), 0);
      manager.signal("SIGTERM");
      await manager.exits(0);
      assert.equal(bench.report("manager").robots[name].lost, null);
      await endsWithHolds(bench, name, robot, ["token_lost"]);
      const { longestRepeatNs } = holdTarget(bench.record(name), 0n);
      assert.ok(longestRepeatNs >= 300_000_000n, `the last command was repeated for ${longestRepeatNs} ns`);
    },
  },
  ...(["SIGTERM", "SIGHUP", "SIGINT"] as const).map((signal) => ({
    name: `${signal} of the manager in motion: exit code 0, the robot is held where it was measured`,
    simulated: true,
    async fn(bench: Workbench) {
      const name = bench.name("term");
      const { robot, manager } = await movingPair(bench, name);
      manager.signal(signal);
      await manager.exits(0);
      await robot.line(/its liveliness token is gone/);
      const from = monotonicNs();
      await pause(200);
      const hold = holdTarget(bench.record(name), from);
      assert.deepEqual(hold.target, hold.measured);
      isSmooth(bench.commands(name));
      await endsWithHolds(bench, name, robot, ["token_lost"]);
    },
  })),
  {
    name: "velocity and torque mode: zeros in the hold, and nothing else after it began",
    simulated: true,
    async fn(bench) {
      for (const [mode, kind] of [["velocity", "speedJ"], ["torque", "tauJ"]] as const) {
        const name = bench.name(mode);
        const { robot, manager } = await movingPair(bench, name, { mode });
        manager.signal("SIGKILL");
        await robot.line(/holding the robot/);
        const from = monotonicNs();
        await until("commands", () => bench.commands(name).filter(({ stampNs }) => stampNs > from).length > 100);
        const commands = bench.commands(name);
        assert.deepEqual([...new Set(commands.map((each) => each.kind))], [kind]);
        assert.deepEqual(commands[0].values, [0, 0, 0, 0, 0, 0], "primed with zeros");
        const held = commands.filter(({ stampNs }) => stampNs > from);
        for (const { values } of held) assert.deepEqual(values.map(Math.abs), [0, 0, 0, 0, 0, 0]);
        await endsWithHolds(bench, name, robot, ["token_lost"]);
      }
    },
  },
  ...(["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const).map((signal) => ({
    name: `${signal} of the interface: the manager stops with 'Lost connection to robot' and exit code 1`,
    simulated: true,
    async fn(bench: Workbench) {
      const name = bench.name("iface");
      const { robot, manager } = await movingPair(bench, name);
      robot.signal(signal);
      assert.equal((await robot.end()).code, signal === "SIGKILL" ? 137 : 0);
      await manager.exits(1);
      assert.equal(
        manager.count(
          new RegExp(`^\\[error\\] Lost connection to robot '${name}': the interface's liveliness token is lost`),
        ),
        1,
      );
      const { robots, error } = bench.report("manager");
      assert.match(robots[name].lost, /liveliness token is lost/);
      assert.match(error, /^Lost connection to robot/);
      const last = bench.commands(name).at(-1)!;
      if (signal !== "SIGKILL") {
        // The last thing that a robot hears of an interface that leaves is to stay where it is, or was one cycle ago.
        const measured = bench.record(name).filter(({ kind }) => kind === "sync").slice(-2).map(({ values }) => values);
        assert.ok(
          measured.some((values) => `${values}` === `${last.values}`),
          `${last.values} after ${measured.join(" ")}`,
        );
      }
      isSmooth(bench.commands(name));
    },
  })),
  {
    name: "SIGSTOP of the interface: beyond the timeout the manager is lost, within it nothing happens",
    simulated: true,
    async fn(bench) {
      const [long, short] = [bench.name("long"), bench.name("short")];
      const first = await movingPair(bench, long, { ...LAGGING, timeoutMs: 300 });
      first.robot.signal("SIGSTOP");
      await first.manager.exits(1);
      assert.match(first.manager.text, /Lost connection to robot '.*': no new state for 300 ms/);
      first.robot.signal("SIGCONT");
      await first.robot.line(/holding the robot/);
      isSmooth(bench.commands(long));
      await pause(100);
      first.robot.signal("SIGTERM");
      await first.robot.exits(0);

      const second = await movingPair(bench, short, { ...LAGGING, timeoutMs: 30_000 });
      second.robot.signal("SIGSTOP");
      await pause(300);
      second.robot.signal("SIGCONT");
      const before = bench.commands(short).length;
      await until("the robot to run on", () => bench.commands(short).length > before + 200);
      second.manager.signal("SIGTERM");
      await second.manager.exits(0);
      assert.equal(bench.report("manager").robots[short].lost, null);
      await endsWithHolds(bench, short, second.robot, ["token_lost"]);
    },
  },
  {
    name:
      "a manager that is killed while its interface is still starting leaves none either, and the robot's name is free again",
    both: true,
    async fn(bench) {
      const name = bench.name("early");
      // Somebody reads on when the manager is gone; the child is caught at different points of its start.
      for (const waitMs of [0, 100, 250, 400]) {
        const manager = bench.manager(bench.config({ [name]: { autostart: true } }));
        await manager.line(/Spawning co-located robot_interface/);
        await pause(waitMs);
        manager.signal("SIGKILL");
        await manager.allEnd();
        assert.deepEqual(processesNaming(name), []);
      }
    },
  },
  {
    name: "a manager that is killed leaves no interface that it has started: it holds, then ends by itself",
    both: true,
    async fn(bench) {
      const name = bench.name("orphan");
      const manager = bench.manager(bench.config({ [name]: { ...LAGGING, autostart: true } }, moving(name)));
      await until("a motion", () => bench.commands(name).length > 500);
      manager.signal("SIGKILL");
      await manager.line(/lost the manager \(.*\), holding the robot/);
      const from = monotonicNs();
      await manager.allEnd();
      assert.match(manager.text, /ends: the manager that started this interface is gone; the robot was held for 2 s/);
      const hold = holdTarget(bench.record(name), from);
      assert.deepEqual(hold.target, hold.measured);
      const heldNs = bench.commands(name).at(-1)!.stampNs - hold.beganNs;
      assert.ok(heldNs > 1_900_000_000n, `held for ${heldNs} ns`);
      assert.deepEqual(processesNaming(name), []);
    },
  },
]);
