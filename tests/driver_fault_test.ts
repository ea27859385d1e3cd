import assert from "node:assert/strict";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";

const POSE = [0.52, -0.3, 0.9, 0, 0, 0];

/** Starts a pair whose mock robot makes `faults`. */
function pair(
  bench: Workbench,
  hint: string,
  faults: Record<string, unknown>,
  more: Record<string, unknown> = {},
  mode?: string,
) {
  const name = bench.name(hint);
  const robot = bench.interface(name);
  const manager = bench.manager(bench.config({ [name]: { mode, mock: { initial_positions: POSE, faults }, more } }));
  return { name, robot, manager };
}

together(3, [
  {
    name: "sync() fails: log with driver, call and text, hold, exit codes 1 on both sides",
    both: true,
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "sync", { sync_error_at_cycle: 500 });
      await robot.exits(1);
      assert.match(
        robot.text,
        /\[error\] \[RobotInterface\] '.*' driver 'RobotDriverMock' sync\(\): sync\(\) failed: the mock robot was told to fail/,
      );
      assert.match(robot.text, /control loop stopped/);
      assert.doesNotMatch(robot.text, /exited cleanly|^\s+at /m);
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot/);
      const last = bench.commands(name).at(-1)!;
      assert.deepEqual([last.cycle, last.kind, last.values], [500, "servoJ", POSE], "the hold is sent after the fault");
      assert.match(bench.report(name).error, /sync\(\): .*told to fail/);
      assert.match(bench.report("manager").robots[name].lost, /liveliness token/);
    },
  },
  {
    name: "a command fails: log with driver and text, exit code 1",
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "cmd", { command_error_at_cycle: 300 });
      await robot.exits(1);
      assert.match(robot.text, /driver 'RobotDriverMock' command: /);
      await manager.exits(1);
      assert.match(bench.report(name).error, /command: /);
    },
  },
  {
    name: "sync() hangs: reported with how long, exit code 1; the manager has lost the robot",
    both: true,
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "hang", { sync_hang_at_cycle: 300 }, { sync_timeout_ms: 700 });
      await robot.exits(1);
      assert.match(
        robot.text,
        /sync\(\) has not returned for \d+\.\d s; wanted at most 700 ms \(robot_interface\.sync_timeout_ms/,
      );
      assert.doesNotMatch(robot.text, /^\s+at /m);
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot/);
      assert.match(bench.report(name).error, /has not returned/);
      assert.equal(bench.record(name).at(-1)!.cycle, 299);
    },
  },
  {
    name:
      "the process of the driver dies in a cycle: the manager has lost the robot; with autostart it tells how the child ended",
    both: true,
    async fn(bench) {
      const { robot, manager } = pair(bench, "crash", { crash_at_cycle: 300 });
      assert.equal((await robot.end()).signal, "SIGKILL");
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot '.*': the interface's liveliness token is lost/);

      const name = bench.name("crash");
      const child = bench.manager(
        bench.config({ [name]: { autostart: true, mock: { faults: { crash_at_cycle: 300 } } } }),
      );
      await child.exits(1);
      assert.match(child.text, /liveliness token is lost; its process \d+ ended with SIGKILL/);
    },
  },
  ...[undefined, "velocity", "torque"].map((mode) => ({
    name: `no state for a while (${
      mode ?? "position"
    }): nothing is commanded, then the first measured position or zeros`,
    async fn(bench: Workbench) {
      const { name, robot, manager } = pair(bench, "blind", { no_state_for_s: 1.5 }, {}, mode);
      await manager.line(/robot initialized/);
      await until("commands", () => bench.commands(name).length > 100);
      const record = bench.record(name);
      const seen = record.findIndex(({ kind, values }) => kind === "sync" && values.length > 0);
      const blindNs = record[seen].stampNs - record[0].stampNs;
      assert.ok(blindNs > 1_300_000_000n, `${blindNs} ns`);
      assert.deepEqual(record.slice(0, seen).filter(({ kind }) => kind !== "sync"), []);
      const first = record[seen + 1];
      assert.equal(first.cycle, record[seen].cycle, "a command in the very cycle of the first state");
      assert.deepEqual(
        [first.kind, first.values],
        mode === undefined ? ["servoJ", POSE] : [mode === "velocity" ? "speedJ" : "tauJ", [0, 0, 0, 0, 0, 0]],
      );
      if (mode === undefined) {
        for (const { kind, values } of bench.commands(name)) assert.deepEqual([kind, values], ["servoJ", POSE]);
      }
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  })),
  {
    name: "a state that never comes: lost after ten seconds, exit code 1, nothing was commanded",
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "never", { no_state_for_s: 3600 });
      await manager.exits(1);
      assert.match(manager.text, new RegExp(`Lost connection to robot '${name}': no first state within 10 s$`, "m"));
      assert.deepEqual(bench.commands(name), []);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.deepEqual(bench.commands(name), [], "a robot without state is not even told to hold");
    },
  },
  ...([["position_count", 5, "joint positions"], ["position_count", 7, "joint positions"], [
    "velocity_count",
    5,
    "joint velocities",
  ], [
    "torque_count",
    7,
    "joint torques",
  ]] as const).map(([key, count, what]) => ({
    name:
      `a driver that reports ${count} ${what} instead of 6, at once and from some cycle on: error with both numbers, exit code 1`,
    async fn(bench: Workbench) {
      for (const from_cycle of [1, 400]) {
        const { name, robot, manager } = pair(bench, "count", { [key]: count, from_cycle });
        await robot.exits(1);
        assert.match(
          robot.text,
          new RegExp(`driver 'RobotDriverMock' reports ${count} ${what}; the module 'UR5e' has 6 joints`),
        );
        manager.signal("SIGTERM"); // it may have come too late to see the robot at all
        await manager.end();
        const commands = bench.commands(name);
        if (from_cycle === 1) assert.deepEqual(commands, []);
        for (const { values } of commands) assert.deepEqual(values, POSE);
        assert.doesNotMatch(robot.text, /^\s+at /m);
      }
    },
  })),
  {
    name: "empty velocities and torques are allowed",
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "empty", { velocity_count: 0, torque_count: 0 });
      await manager.line(/robot initialized/);
      await until("commands", () => bench.commands(name).length > 300);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(bench.report("manager").robots[name].states_refused, 0);
    },
  },
  {
    name:
      "a measured NaN is kept back with joint named, the robot stays where it is; beyond the timeout the manager is lost",
    async fn(bench) {
      const short = pair(bench, "nan", { nan_position_at_cycle: 400, nan_cycles: 50, nan_joint: 3 });
      await short.robot.line(/keeps back a state: position of joint 2 'elbow_joint' is NaN, wanted a finite number/);
      await until("cycles after it", () => (bench.record(short.name).at(-1)?.cycle ?? 0) > 800);
      short.manager.signal("SIGTERM");
      await short.manager.exits(0);
      short.robot.signal("SIGTERM");
      await short.robot.exits(0);
      assert.equal(bench.report(short.name).states_not_finite, 50);
      for (const { values } of bench.commands(short.name)) assert.deepEqual(values, POSE);

      const long = pair(bench, "nan", { nan_position_at_cycle: 400 });
      await long.manager.exits(1);
      assert.match(long.manager.text, /Lost connection to robot '.*': no new state for 3000 ms/);
      await long.robot.line(/holding the robot/);
      long.robot.signal("SIGTERM");
      await long.robot.exits(0);
      for (const { values } of bench.commands(long.name)) assert.deepEqual(values, POSE);
    },
  },
  {
    name: "sync() that does not block: the guard keeps the loop at its period and says so once",
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "free", { sync_does_not_block: true });
      await manager.line(/robot initialized/);
      const before = bench.record(name).length;
      await until("cycles", () => bench.record(name).length > before + 2000);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(robot.count(/does not wait for a new state; the loop is kept at its period by a guard/), 1);
      const syncs = bench.record(name).filter(({ kind }) => kind === "sync");
      const seconds = Number(syncs.at(-1)!.stampNs - syncs[0].stampNs) / 1e9;
      assert.ok(syncs.length <= 1.1 * seconds / 0.001 + 2, `${syncs.length} cycles in ${seconds} s`);
    },
  },
  {
    name:
      "a driver's sync() that stalls beyond the timeout: the manager is lost, the interface holds and can be taken on",
    async fn(bench) {
      const { name, robot, manager } = pair(bench, "stall", { sync_stall_at_cycle: 500, sync_stall_s: 4 }, {
        sync_timeout_ms: 60_000,
      });
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot '.*': no new state for 3000 ms/);
      await robot.line(/holding the robot/);
      const second = bench.manager(
        bench.config({
          [name]: {
            mock: { initial_positions: POSE, faults: { sync_stall_at_cycle: 500, sync_stall_s: 4 } },
            more: { sync_timeout_ms: 60_000 },
          },
        }),
        "--for",
        "0.5",
      );
      await second.exits(0);
      assert.equal(robot.count(/commands are back/), 1);
      robot.signal("SIGTERM");
      await robot.exits(0);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
    },
  },
]);
