import assert from "node:assert/strict";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { pythonObstacle } from "./kit/python_obstacle.ts";
import type { PythonPeer } from "./kit/python_peer.ts";
import { PythonScene } from "./kit/python_scene.ts";
import { PYTHON_WAYS, type PythonWay } from "./kit/python_ways.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";

/** `uri interface` and a robot manager that nobody of this project wrote. */
const POSE = [0.52, -0.3, 0.9, 0.1, 0.2, 0.3];
const OTHER = POSE.map((value) => value + 0.02);
const withAt = (at: number, value: unknown) => OTHER.map((each, i) => i === at ? value : each);
const MOCK = { initial_positions: POSE };
const MARK = /^75726931[0-9a-f]{8}$/;
const ignore = await pythonObstacle();

/** A manager takes the robot, and has its first States. */
async function take(bench: Workbench, peer: PythonPeer, name: string, robot: BenchRobot): Promise<void> {
  await peer.call("manager", { name, joints: POSE.length, ...(robot.mode === undefined ? {} : { mode: robot.mode }) });
  const entry = bench.initEntry(name, { protocol: "zenoh", mock: MOCK, ...robot });
  assert.deepEqual(await peer.call("manager.init", { entry }), ["OK"]);
  await until("States", async () => (await peer.call("manager.seen")).states > 20);
}

/**
 * Ends the interface, and gives its figures, without the Commands that were refused because they were late: on a busy computer the first one after a
 * gap may be, rightly.
 */
async function figures(bench: Workbench, name: string, robot: UriProcess) {
  robot.signal("SIGTERM");
  await robot.exits(0);
  const report = bench.report(name);
  assert.equal(report.error, "");
  delete report.commands_refused.too_old;
  return report;
}

/** How far the robot was told to go: all joints by the same, and never back. */
function travelled(bench: Workbench, name: string): number {
  let far = 0;
  for (const { kind, values } of bench.commands(name)) {
    assert.equal(kind, "servoJ");
    const by = values.map((value, i) => value - POSE[i]);
    for (const each of by) assert.ok(Math.abs(each - by[0]) < 1e-9, String(by));
    assert.ok(by[0] > far - 1e-9, `${by[0]} after ${far}`);
    far = by[0];
  }
  return far;
}

async function isObeyed(bench: Workbench, way: PythonWay): Promise<void> {
  const name = bench.name("py");
  const scene = await way.scene(bench);
  const router = way.router ? scene.uri("router") : undefined;
  await router?.line(/tcp\/127\.0\.0\.1:9562/);
  const peer = await scene.peer(way.peer?.(bench));
  const robot = { mock: MOCK, latencyStats: true, ...way.robot?.(bench) };
  const process = await scene.interface(name, robot);
  await take(bench, peer, name, robot);
  await peer.call("manager.move", { rad_per_s: 0.05 });
  await peer.call("manager.send", { hz: 500 });
  await process.line(/is commanded from its measured position/);
  await process.line(/robot_comm round trip \(\d+ samples\)/);
  await until("a motion", () => travelled(bench, name) > 0.02);
  await peer.call("manager.silence");
  await until("the last Command", async () => {
    const { sent } = await peer.call("manager.seen");
    return bench.commands(name).at(-1)?.values.every((value, i) => value === sent[i]);
  });
  const seen = await peer.call("manager.seen");
  assert.deepEqual([seen.faults, seen.first_faults, seen.interfaces], [0, [], 1]);
  const { attachment, ...quality } = seen.quality;
  assert.deepEqual(quality, { priority: "REAL_TIME", congestion: "DROP", express: true });
  assert.match(attachment, MARK);
  assert.ok(seen.states > 300 && seen.commands > 100, JSON.stringify(seen));

  const report = await figures(bench, name, process);
  assert.deepEqual([report.commands_refused, report.holds], [{}, []]);
  assert.ok(report.commands_received > 100, String(report.commands_received));
  assert.ok(report.round_trip_us.p50 > 0, JSON.stringify(report.round_trip_us));
}

/** What must be refused: what the manager does, the reason in the report, what the log says. */
type Bad = [what: string, op: string, args: Record<string, unknown>, reason: string, text: RegExp];
const BAD: readonly Bad[] = [
  ["NaN", "constant", { values: withAt(1, "nan") }, "not_finite", /joint 1 'shoulder_lift_joint' is NaN/],
  ["Inf", "constant", { values: withAt(0, "inf") }, "not_finite", /joint 0 'shoulder_pan_joint' is Infinity/],
  ["1e308", "constant", { values: withAt(2, 1e308) }, "out_of_limits", /joint 2 'elbow_joint' is 1e\+308/],
  ["NaN in kp", "constant", { values: OTHER, kp: "nan" }, "not_finite", /gain .* is NaN/],
  ["5 values", "constant", { values: OTHER.slice(1) }, "wrong_length", /5 values, wanted 6/],
  ["7 values", "constant", { values: [...OTHER, 0.1] }, "wrong_length", /values/],
  ["another mode", "constant", { values: OTHER, mode: "torque" }, "wrong_mode", /another mode/],
  [
    "a State",
    "state_as_command",
    { fields: { position: OTHER, velocity: OTHER, torque: OTHER } },
    "wrong_type",
    /wrong_type/,
  ],
  ["a State with torques alone", "state_as_command", { fields: { torque: OTHER } }, "wrong_type", /wrong_type/],
];

async function refuses(bench: Workbench, backend: string, bad: readonly Bad[]): Promise<void> {
  const name = bench.name("bad");
  const scene = await PythonScene.onOne(bench);
  const peer = await scene.peer({ backend });
  const robot = { backend, timeoutMs: 800, mock: MOCK };
  const process = await scene.interface(name, robot);
  await take(bench, peer, name, robot);
  await peer.call("manager.rest");
  await peer.call("manager.send", { hz: 200 });
  await process.line(/is commanded from its measured position/);
  for (const [, op, args, , text] of bad) {
    const from = process.lines.length;
    await peer.call(`manager.${op}`, args);
    await process.line(new RegExp(`refused a command, .*${text.source}`), from);
    await process.line(/lost the manager \(no new command for \d+ ms, timeout 800 ms\), holding the robot/, from);
    await peer.call("manager.rest");
    await process.line(/commands are back/, from);
  }
  const report = await figures(bench, name, process);
  for (const [what, , , reason] of bad) assert.ok(report.commands_refused[reason] > 0, what);
  assert.deepEqual(
    Object.keys(report.commands_refused).sort(),
    [...new Set(bad.map(([, , , reason]) => reason))].sort(),
  );
  assert.equal(report.holds.length, bad.length);
  for (const { kind, values } of bench.commands(name)) assert.deepEqual([kind, values], ["servoJ", POSE]);
}

together(2, [
  ...PYTHON_WAYS.map((way) => ({
    name: `a manager by other people's code is obeyed: ${way.what}`,
    simulated: way.simulated,
    ignore,
    fn: (bench: Workbench) => isObeyed(bench, way),
  })),
  // Protobuf leaves empty vectors out: a State without positions and velocities is a Command there, see docs/decisions/state-and-command.md.
  ...([["flatbuffer", BAD], ["protobuf", BAD.slice(0, -1)]] as const).map(([backend, bad]) => ({
    name:
      `by other people's code: NaN, wrong lengths, modes and States on the topic of Commands never move the robot, and do not keep it from the hold (${backend})`,
    simulated: backend === "flatbuffer",
    ignore,
    fn: (bench: Workbench) => refuses(bench, backend, bad),
  })),
  {
    name: "kill -9 of a manager by other people's code in motion: held where it was, and the next one is obeyed, twice",
    simulated: true,
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("kill9");
      const scene = await PythonScene.onOne(bench);
      const robot = { timeoutMs: 20_000, mock: { ...MOCK, faults: { lag_s: 0.08 } } };
      const process = await scene.interface(name, robot);
      for (let i = 1; i <= 3; i++) {
        const peer = await scene.peer({ version: i === 2 ? "1.9.0" : "1.10.2" });
        await take(bench, peer, name, robot);
        const from = process.lines.length;
        await peer.call("manager.move", { rad_per_s: 0.1 });
        await peer.call("manager.send", { hz: 500 });
        if (i > 1) await process.line(/commands are back after \d+\.\d+ s, the hold ends/);
        await pause(1000);
        await peer.kill();
        await process.line(/lost the manager \(its liveliness token is gone\), holding the robot/, from);
        const lostAt = monotonicNs();
        await pause(500);
        const hold = holdTarget(bench.record(name), lostAt);
        assert.deepEqual(hold.target, hold.measured);
        assert.notDeepEqual(hold.target, hold.before, "the robot lagged, so it was not the last target");
      }
      const report = await figures(bench, name, process);
      assert.deepEqual(report.holds.map(({ reason }: { reason: string }) => reason), Array(3).fill("token_lost"));
      assert.deepEqual(report.commands_refused, {});
      assert.equal(process.count(/loading driver/), 1);
    },
  },
  {
    name: "a manager by other people's code that is stopped (SIGSTOP): held after the timeout, and it may go on",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("stop");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      const robot = { timeoutMs: 500, mock: MOCK };
      const process = await scene.interface(name, robot);
      await take(bench, peer, name, robot);
      await peer.call("manager.rest");
      await peer.call("manager.send", { hz: 500 });
      await process.line(/is commanded from its measured position/);
      Deno.kill(peer.pid, "SIGSTOP");
      await process.line(/lost the manager \(no new command for \d+ ms, timeout 500 ms\), holding the robot/);
      Deno.kill(peer.pid, "SIGCONT");
      await process.line(/commands are back/);
      await pause(300);
      assert.equal((await figures(bench, name, process)).holds.length, 1);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
    },
  },
  {
    name: "velocities of a manager by other people's code reach the driver as they were sent, and the hold is zero",
    simulated: true,
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("vel");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      const robot = { mode: "velocity" };
      const process = await scene.interface(name, robot);
      await take(bench, peer, name, robot);
      const speeds = [0.1, -0.1, 0.05, 0, 0.02, -0.03];
      await peer.call("manager.constant", { values: speeds });
      await peer.call("manager.send", { hz: 500 });
      const sent = (values: readonly number[]) =>
        bench.commands(name).filter((each) => String(each.values) === String(values));
      await until("the speeds at the driver", () => sent(speeds).length > 300);
      await peer.kill();
      await process.line(/holding the robot/);
      const { length } = bench.commands(name);
      await until("the hold at the driver", () => bench.commands(name).length > length + 100);
      await figures(bench, name, process);
      for (const { kind } of bench.commands(name)) assert.equal(kind, "speedJ");
      assert.deepEqual(
        bench.commands(name).slice(length).filter(({ values }) => values.some((value) => value !== 0)),
        [],
      );
      assert.equal(sent(speeds).length + sent([0, 0, 0, 0, 0, 0]).length, bench.commands(name).length);
    },
  },
  {
    name:
      "beside uri manager a manager by other people's code is refused with the owner named, its Commands are ignored and counted",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("two");
      const scene = await PythonScene.onOne(bench);
      const process = await scene.interface(name, { mock: MOCK });
      const manager = scene.manager(name, { mock: MOCK });
      await manager.line(/robot initialized/);
      await process.line(/is commanded from its measured position/);
      const peer = await scene.peer();
      await peer.call("manager", { name, joints: POSE.length });
      const entry = bench.initEntry(name, { protocol: "zenoh", mock: MOCK });
      const [answer] = await peer.call("manager.init", { entry });
      const owner = new RegExp(
        `'${name}' is held by uri manager '.*\\.yaml' \\(pid ${manager.pid} on ${scene.computer.name}\\)`,
      );
      assert.match(answer, owner);
      assert.match(answer, /^ERROR: .*asked by a program that does not say who it is/);
      await process.line(/init query refused/);
      await until("States", async () => (await peer.call("manager.seen")).states > 20);
      await peer.call("manager.constant", { values: OTHER });
      await peer.call("manager.send", { hz: 500 });
      await process.line(/ignored \d+ Command\(s\) of another process than the manager that it obeys/);
      await pause(1000);
      const { commands } = await peer.call("manager.seen");
      await peer.kill();
      await pause(500);
      assert.ok(manager.running);
      manager.signal("SIGTERM");
      await manager.exits(0);
      const report = await figures(bench, name, process);
      assert.ok(report.commands_refused.foreign >= commands - 100, JSON.stringify([report.commands_refused, commands]));
      assert.deepEqual(Object.keys(report.commands_refused), ["foreign"]);
      for (const { values } of bench.commands(name)) assert.deepEqual(values, POSE);
      assert.deepEqual(report.holds.map(({ reason }: { reason: string }) => reason), ["token_lost"]);
      assert.equal(process.count(/lost the manager/), 1, "at the end, and not when the other one was killed");
    },
  },
  {
    name: "a manager by other people's code has the robot: uri manager is refused, and the robot goes on",
    simulated: true,
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("two");
      const scene = await PythonScene.onOne(bench);
      const peer = await scene.peer();
      const process = await scene.interface(name, { mock: MOCK });
      await take(bench, peer, name, {});
      await peer.call("manager.move", { rad_per_s: 0.05 });
      await peer.call("manager.send", { hz: 500 });
      await process.line(/is commanded from its measured position/);
      const manager = scene.manager(name, { mock: MOCK });
      await manager.exits(1);
      assert.match(manager.text, /is held by a program that does not say who it is/);
      const at = travelled(bench, name);
      await until("the robot to go on", () => travelled(bench, name) > at + 0.05);
      await peer.call("manager.silence");
      const report = await figures(bench, name, process);
      assert.deepEqual([report.commands_refused, report.holds], [{}, []]);
    },
  },
  {
    name:
      "a manager by other people's code has the robot, and uri manager, which cannot see it, asks for it: refused by the interface",
    ignore,
    async fn(bench: Workbench) {
      const name = bench.name("star");
      const scene = await PythonScene.onOne(bench, { loopbackMulticast: false });
      const quiet = "scouting: { multicast: { enabled: false }, gossip: { enabled: false } }";
      const at = (role: string) => `{ mode: "peer", ${role}: { endpoints: ["tcp/127.0.0.1:7601"] }, ${quiet} }`;
      const connect = bench.file("connect.json5", at("connect"));
      const process = await scene.interface(name, {
        mock: MOCK,
        configuration: bench.file("listen.json5", at("listen")),
      });
      const peer = await scene.peer({ session: connect });
      await take(bench, peer, name, {});
      await peer.call("manager.move", { rad_per_s: 0.05 });
      await peer.call("manager.send", { hz: 500 });
      await process.line(/is commanded from its measured position/);
      const manager = scene.manager(name, { mock: MOCK, configuration: connect });
      await manager.exits(1);
      assert.match(
        manager.text,
        new RegExp(
          `init failed: ERROR: '${name}' is held by a program that does not say who it is, asked by uri manager`,
        ),
      );
      const far = travelled(bench, name);
      await until("the robot to go on", () => travelled(bench, name) > far + 0.05);
      await peer.call("manager.silence");
      const report = await figures(bench, name, process);
      assert.deepEqual([report.commands_refused, report.holds], [{}, []]);
    },
  },
]);
