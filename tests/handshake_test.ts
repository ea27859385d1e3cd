import assert from "node:assert/strict";
import { pause } from "./kit/pause.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import { WireInterface } from "./kit/wire_interface.ts";
import { WireManager } from "./kit/wire_manager.ts";

const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];

together(3, [
  {
    name:
      "interface first: handshake, log lines, first command at the first measured position, hold when the manager stops",
    both: true,
    async fn(bench) {
      const name = bench.name("a");
      const robot = bench.interface(name);
      await robot.line(/waiting for init query/);
      assert.equal(Deno.readTextFileSync(`/proc/${robot.pid}/comm`).trim(), `uri:${name}`.slice(0, 15));
      const manager = bench.manager(bench.config({ [name]: { mock: { initial_positions: POSE } } }), "--for", "1");
      await manager.exits(0);
      await robot.line(/lost the manager \(its liveliness token is gone\), holding the robot/);
      const held = bench.commands(name).length;
      await until("commands in the hold", () => bench.commands(name).length > held + 50);
      robot.signal("SIGTERM");
      await robot.exits(0);

      const wanted = [
        `[info] [robot_interface] Starting '${name}' from config '${bench.folder}/${name}.yaml'`,
        `[info] [RobotInterface] '${name}' waiting for init query on '${name}/init'`,
        `[info] [RobotInterface] '${name}' loading driver 'RobotDriverMock' (127.0.0.1:0), config_path: '${bench.folder}/${name}.mock.yaml', 0 gripper(s)`,
        `[success] [RobotInterface] '${name}' driver 'RobotDriverMock' loaded`,
        `[success] [RobotInterface] '${name}' initialized, starting control loop`,
        `[warning] [RobotInterface] '${name}' lost the manager (its liveliness token is gone), holding the robot`,
        `[info] [RobotInterface] '${name}' control loop stopped`,
        `[info] [robot_interface] '${name}' exited cleanly`,
      ];
      for (const line of wanted) assert.equal(robot.lines.filter((each) => each === line).length, 1, line);
      for (
        const line of [
          `[info] [RobotManager] hold running at 1000Hz, robot '${name}' running at 1000Hz`,
          "[info] Running thread at 1ms per cycle",
          `[success] [RobotManager] Robot '${name}' driver loaded successfully`,
          `[success] [FMInterfaceTemplate] '${name}' robot initialized`,
          "[info] RobotManager shutdown complete.",
        ]
      ) assert.equal(manager.lines.filter((each) => each === line).length, 1, line);

      const commands = bench.commands(name);
      for (const { kind, values } of commands) assert.deepEqual([kind, values], ["servoJ", POSE]);
      // From the very first cycle on, one command in each.
      assert.deepEqual(commands.map(({ cycle }) => cycle).slice(0, 200), Array.from({ length: 200 }, (_, i) => i + 1));
      const report = bench.report("manager");
      assert.equal(report.role, "manager");
      assert.equal(report.error, "");
      assert.ok(report.duration_s >= 1, `${report.duration_s}`);
      assert.equal(report.robots[name].lost, null);
      assert.ok(report.robots[name].commands_sent > 0);
      const figures = bench.report(name);
      assert.deepEqual([figures.role, figures.name, figures.error], ["interface", name, ""]);
      assert.equal(figures.holds.length, 1);
      assert.equal(figures.holds[0].reason, "token_lost");
    },
  },
  {
    name: "manager first, the interface three seconds later: it joins within the first attempt, and the wait is shown",
    simulated: true,
    both: true,
    async fn(bench) {
      const name = bench.name("late");
      const manager = bench.manager(bench.config({ [name]: {} }), "--for", "0.5");
      await manager.line(/Querying robot_interface/);
      await pause(3000);
      const robot = bench.interface(name);
      await manager.exits(0);
      assert.equal(manager.count(/Querying robot_interface '.*' \(waiting up to 60 s\)…/), 1);
      assert.equal(manager.count(/Retrying init query/), 0);
      assert.ok(
        manager.count(/waiting for '.*' to answer on '.*\/init', \d+ s so far .*uri interface -n /) > 0,
        manager.text,
      );
      assert.ok(bench.report("manager").robots[name].states_received > 0);
      robot.signal("SIGINT");
      await robot.exits(0);
    },
  },
  {
    name: "an interface that dies while it creates its driver: the next one is asked within the same attempt",
    async fn(bench) {
      const name = bench.name("again");
      const config = bench.config({ [name]: { mock: { faults: { create_delay_s: 600 } } } });
      const manager = bench.manager(config, "--for", "0.3");
      const first = bench.interface(name);
      await first.line(/loading driver/);
      first.signal("SIGKILL");
      await first.end();
      bench.file(`${name}.mock.yaml`, `record: ${name}.rec\n`);
      const second = bench.interface(name);
      await manager.exits(0);
      assert.equal(manager.count(/Retrying init query/), 0);
      assert.equal(manager.count(/driver loaded successfully/), 1);
      assert.equal(second.count(/initialized, starting control loop/), 1);
    },
  },
  {
    name: "queries that end at once without an answer do not use up the attempts",
    async fn(bench) {
      const name = bench.name("nobody");
      const robot = await WireInterface.stand(bench, name, (query) => {
        if (query <= 8) throw new Error("no answer");
        return "OK";
      });
      const manager = bench.manager(bench.config({ [name]: {} }));
      await manager.line(/driver loaded successfully/);
      assert.ok(robot.asked >= 9);
      assert.equal(manager.count(/Retrying init query/), 0);
      manager.signal("SIGTERM");
      await manager.exits(0);
    },
  },
  {
    name: "init is idempotent: the driver is created once, and another mode is refused while the robot runs on",
    simulated: true,
    async fn(bench) {
      const name = bench.name("idem");
      const robot = bench.interface(name);
      const manager = await WireManager.take(bench, name);
      const entry = bench.initEntry(name);
      assert.equal(await manager.init(entry), "OK");
      assert.equal(await manager.init(entry), "OK");
      const other = await manager.init({ ...entry, controller: { mode: "velocity", time_step: 0.001 } });
      assert.match(other, /^ERROR: .*mode position.*asked for .*mode velocity.*restart the interface/);
      assert.match(await manager.init({ controller: { mode: "flying" } }), /^ERROR: .*flying/);
      assert.equal(await manager.init(entry), "OK");
      const before = bench.commands(name).length;
      await until("the robot to be held on", () => bench.commands(name).length > before + 100);
      assert.deepEqual([...new Set(bench.commands(name).map(({ kind }) => kind))], ["servoJ"]);
      assert.equal(robot.count(/loading driver/), 1);
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
  {
    name: "an init that cannot be met is answered with ERROR and its reason, and ends the interface with exit code 1",
    async fn(bench) {
      const cases: [RegExp, (name: string) => unknown][] = [
        [/boom/, (name) => bench.initEntry(name, { mock: { faults: { create_error: "boom" } } })],
        [/Unsupported controller mode: flying/, (name) => bench.initEntry(name, { mode: "flying" })],
        [/RobotDriverMcok/, (name) => bench.initEntry(name, { driver: "RobotDriverMcok" })],
        [/Missing 'robot_interface.driver'/, (name) => ({ ...bench.initEntry(name), robot_interface: {} })],
      ];
      for (const [reason, entry] of cases) {
        const name = bench.name("bad");
        const robot = bench.interface(name);
        const manager = await WireManager.take(bench, name);
        const answer = await manager.init(entry(name));
        assert.match(answer, /^ERROR: /);
        assert.match(answer, reason);
        await robot.exits(1);
        assert.match(robot.text, /init failed: /);
        assert.deepEqual(bench.commands(name), []);
      }
    },
  },
  {
    name: "a second interface of one name is refused with the owner's process id, the first one runs on",
    simulated: true,
    async fn(bench) {
      const name = bench.name("twice");
      const first = bench.interface(name);
      await first.line(/waiting for init query/);
      const second = bench.interface(name);
      await second.exits(1);
      assert.match(second.text, new RegExp(`is held by uri (interface|simulate) '${name}' \\(pid ${first.pid}\\)`));
      const manager = bench.manager(bench.config({ [name]: {} }), "--for", "0.5");
      await manager.line(/robot initialized/);
      const third = bench.interface(name);
      await third.exits(1);
      await manager.exits(0);
      assert.equal(bench.report("manager").robots[name].lost, null);
      first.signal("SIGTERM");
      await first.exits(0);
    },
  },
  {
    name: "a second manager is refused with the owner named, the first one and the robot run on",
    simulated: true,
    async fn(bench) {
      const name = bench.name("two");
      const robot = bench.interface(name);
      const first = bench.manager(bench.config({ [name]: {} }));
      await first.line(/robot initialized/);
      const other = bench.config({ [name]: { mode: "velocity", mock: { record: `${name}.rec` } } });
      const second = bench.uri(["manager", "-c", other]);
      await second.exits(1);
      assert.match(second.text, new RegExp(`is held by uri manager '.*' \\(pid ${first.pid}\\)`));
      first.signal("SIGTERM");
      await first.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      const figures = bench.report(name);
      // The one hold is that after the first manager's stop.
      assert.deepEqual(figures.holds.map(({ reason }: { reason: string }) => reason).slice(0, 1), ["token_lost"]);
      assert.equal(figures.holds.length, 1);
      assert.deepEqual(figures.commands_refused, {});
      assert.deepEqual([...new Set(bench.commands(name).map(({ kind }) => kind))], ["servoJ"]);
    },
  },
  {
    name: "a robot whose init fails is dropped with its reason, the others run; when all fail, exit code 1",
    simulated: true,
    async fn(bench) {
      const [good, bad] = [bench.name("good"), bench.name("bad")];
      await WireInterface.stand(bench, bad, () => "ERROR: no such robot here");
      bench.interface(good);
      const both = bench.manager(bench.config({ [bad]: {}, [good]: {} }), "--for", "0.5");
      await both.exits(0);
      assert.match(both.text, new RegExp(`Robot '${bad}' init failed: ERROR: no such robot here — skipping`));
      const { robots } = bench.report("manager");
      assert.deepEqual([robots[bad].dropped, robots[good].dropped], [true, false]);
      assert.ok(robots[good].commands_sent > 10);
      const alone = bench.manager(bench.config({ [bad]: {} }));
      await alone.exits(1);
      assert.match(alone.text, /No robot_interface responded — cannot start controller/);
    },
  },
]);
