import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { holdChecks } from "./kit/hold_checks.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { NetworkNamespace } from "./kit/network_namespace.ts";
import { pause } from "./kit/pause.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { refusedCommands } from "./kit/refused_commands.ts";
import { skipUnless } from "./skip_unless.ts";

/** Robots on the network, whose links or managers are lost while they move: each time a hold, a stop, and a start from where the robot is. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);
const noRules = ignore || skipUnless(NetworkNamespace.rulesObstacle() === "", NetworkNamespace.rulesObstacle());
const TIMEOUT_MS = 300;

/** A way to lose all packets between the two computers, and to have them again. */
interface Loss {
  readonly what: string;
  readonly ignore?: boolean;
  lose(scene: ZenohScene): Promise<void>;
  mend(scene: ZenohScene): Promise<void>;
}

const DROP = "table inet t { chain i { type filter hook input priority 0; iifname eth0 drop; }; " +
  "chain o { type filter hook output priority 0; oifname eth0 drop; }; }";

const RESET =
  "table inet t { chain o { type filter hook output priority 0; oifname eth0 meta l4proto tcp reject with tcp reset; }; }";

const LOSSES: readonly Loss[] = [
  { what: "the cable is pulled", lose: ({ lan }) => lan.robotCable.cut(), mend: ({ lan }) => lan.robotCable.mend() },
  {
    what: "a firewall drops everything",
    ignore: noRules,
    lose: ({ right }) => right.rules(DROP),
    mend: ({ right }) => right.rules(),
  },
  {
    what: "its TCP connections are reset",
    ignore: noRules,
    lose: ({ right }) => right.rules(RESET),
    mend: ({ right }) => right.rules(),
  },
];

/** The manager is lost, and has said so once. */
async function hasLost(manager: UriProcess, name: string, reason: RegExp): Promise<void> {
  await manager.exits(1);
  const lines = manager.lines.filter((line) => line.includes(`Lost connection to robot '${name}'`));
  assert.equal(lines.length, 1, manager.text);
  assert.match(lines[0], reason);
  isQuiet(manager);
}

/** No stack trace, no word of a defect, and no flood of lines. */
function isQuiet(process: UriProcess): void {
  assert.doesNotMatch(process.text, /this is a defect|^\s+at |Unhandled|panicked/im);
  assert.ok(process.lines.length < 60, process.text);
}

/** A new manager takes the robot on, which was never restarted, from where it is. */
async function isTakenOn(scene: ZenohScene, name: string, robot: UriProcess, protocol = "zenoh"): Promise<void> {
  const from = robot.lines.length;
  const second = scene.manager(scene.movingConfig({ [name]: { protocol, timeoutMs: TIMEOUT_MS } }));
  await robot.line(/commands are back after \d+\.\d+ s, the hold ends/, from);
  await scene.isMoved(name);
  second.signal("SIGINT");
  await second.exits(0);
  assert.equal(robot.count(/loading driver/), 1);
  assert.equal(second.count(/Retrying init query/), 0);
  isQuiet(robot);
}

const losses = LOSSES.map(({ what, ignore: also, lose, mend }, index): TogetherCase => ({
  name:
    `zenoh, two computers: ${what}: hold within the timeout, no creep, manager stops; then a new manager takes the robot on`,
  // A world is served by the same code: one way to lose the network stands for all.
  simulated: index === 0,
  ignore: ignore || also,
  async fn(bench) {
    const name = bench.name("cut");
    const scene = await ZenohScene.onTwo(bench);
    const { robot, manager } = await scene.movingPair(name, { timeoutMs: TIMEOUT_MS });
    await lose(scene);
    await robot.line(/lost the manager \(.*\), holding the robot/);
    const from = monotonicNs();
    await hasLost(manager, name, /no new state for 300 ms|liveliness token is lost/);
    await pause(1500);
    const hold = holdChecks.isHeld(bench, name, from);
    holdChecks.inTime(bench, name, hold, TIMEOUT_MS);
    assert.ok(hold.lastedNs > 1_000_000_000n, `${hold.lastedNs} ns`);
    await mend(scene);
    await isTakenOn(scene, name, robot);
    assertSmooth(bench.commands(name));
    const reasons = await holdChecks.reasons(bench, name, robot);
    assert.equal(reasons.length, 2, reasons.join());
  },
}));

const signals = (["zenoh", "zenoh/shm"] as const).flatMap((protocol): TogetherCase[] => {
  const scene = (bench: Workbench) => protocol === "zenoh" ? ZenohScene.onTwo(bench) : ZenohScene.onOne(bench);
  const started = async (bench: Workbench, timeoutMs: number) => {
    const name = bench.name("sig");
    const place = await scene(bench);
    return { name, place, ...await place.movingPair(name, { protocol, timeoutMs }) };
  };
  return [
    {
      name: `${protocol}: kill -9 of the manager: hold at once, latched; a new manager takes the robot on`,
      simulated: protocol === "zenoh/shm",
      ignore,
      both: true,
      async fn(bench) {
        const { name, place, robot, manager } = await started(bench, TIMEOUT_MS);
        manager.signal("SIGKILL");
        await robot.line(/lost the manager \(.*\), holding the robot/);
        const from = monotonicNs();
        await pause(1000);
        holdChecks.inTime(bench, name, holdChecks.isHeld(bench, name, from), TIMEOUT_MS);
        await isTakenOn(place, name, robot, protocol);
        assertSmooth(bench.commands(name));
        assert.equal((await holdChecks.reasons(bench, name, robot)).length, 2);
        assert.deepEqual(refusedCommands(bench.report(name)), {});
      },
    },
    {
      name: `${protocol}: kill -9 of the interface: the manager stops with the reason and exit code 1`,
      simulated: protocol === "zenoh/shm",
      ignore,
      both: true,
      async fn(bench) {
        const { name, robot, manager } = await started(bench, 3000);
        robot.signal("SIGKILL");
        await hasLost(manager, name, /liveliness token is lost/);
        assertSmooth(bench.commands(name));
      },
    },
    {
      name: `${protocol}: SIGSTOP of the manager for 60 ms is nothing, for 2 s a hold, and no jump when it goes on`,
      simulated: protocol === "zenoh/shm",
      ignore,
      async fn(bench) {
        const { name, place, robot, manager } = await started(bench, 500);
        manager.signal("SIGSTOP");
        await pause(60);
        manager.signal("SIGCONT");
        await place.isMoved(name);
        assert.equal(robot.count(/lost the manager/), 0, robot.text);
        manager.signal("SIGSTOP");
        await robot.line(/lost the manager \(.*\), holding the robot/);
        const from = monotonicNs();
        await pause(1500);
        const hold = holdChecks.isHeld(bench, name, from);
        holdChecks.inTime(bench, name, hold, 500);
        holdChecks.notEarly(hold, 500);
        manager.signal("SIGCONT");
        // It finds that it heard nothing for longer than its timeout, or goes on from where the robot is.
        await Promise.race([manager.end(), robot.line(/commands are back/)]);
        await pause(500);
        assertSmooth(bench.commands(name));
        manager.signal("SIGTERM");
        await manager.end();
        assert.equal((await holdChecks.reasons(bench, name, robot))[0], "no_command");
        isQuiet(robot);
      },
    },
    {
      name:
        `${protocol}: SIGSTOP of the interface for 60 ms is nothing, for 2 s the manager stops; the robot is held when it goes on`,
      simulated: protocol === "zenoh/shm",
      ignore,
      async fn(bench) {
        const { name, place, robot, manager } = await started(bench, 500);
        robot.signal("SIGSTOP");
        await pause(60);
        robot.signal("SIGCONT");
        await place.isMoved(name);
        assert.ok(manager.running, manager.text);
        robot.signal("SIGSTOP");
        await hasLost(manager, name, /no new state for 500 ms|liveliness token is lost/);
        await pause(1000);
        robot.signal("SIGCONT");
        await robot.line(/holding the robot/);
        const from = monotonicNs();
        await pause(500);
        holdChecks.isHeld(bench, name, from);
        assertSmooth(bench.commands(name));
        await isTakenOn(place, name, robot, protocol);
        assertSmooth(bench.commands(name));
      },
    },
  ];
});

together(3, [
  ...losses,
  {
    name:
      "zenoh: a robot whose measured position is always off by a milliradian does not creep in the hold after the loss of the network",
    ignore,
    async fn(bench) {
      const name = bench.name("creep");
      const scene = await ZenohScene.onTwo(bench);
      const settings = { protocol: "zenoh", timeoutMs: TIMEOUT_MS, mock: { faults: { measured_offset: -0.001 } } };
      const robot = scene.interface(name, settings);
      const manager = scene.manager(bench.config({ [name]: settings }));
      await manager.line(/robot initialized/);
      await until("commands", () => bench.commands(name).length > 100);
      await scene.lan.robotCable.cut();
      await hasLost(manager, name, /no new state for 300 ms|liveliness token is lost/);
      await robot.line(/holding the robot/);
      const from = monotonicNs();
      await pause(4000);
      const commands = bench.commands(name);
      const held = commands.filter(({ stampNs }) => stampNs > from);
      assert.ok(held.length > 500, `${held.length}`);
      const [first] = commands;
      for (const { values } of held) {
        values.forEach((value, joint) =>
          assert.ok(Math.abs(value - first.values[joint]) < 0.0021, `joint ${joint}: ${value}`)
        );
        assert.deepEqual(values, held[0].values);
      }
      await holdChecks.reasons(bench, name, robot);
    },
  },
  ...signals,
  {
    name:
      "zenoh: Commands that were queued while the network stalled do not move a robot that is held; it is moved again from where it stands",
    simulated: true,
    ignore,
    async fn(bench) {
      const name = bench.name("stall");
      const scene = await ZenohScene.onTwo(bench);
      // The manager outlasts the stall, so that all that it has sent meanwhile arrives, in a burst.
      const sides = { interface: { timeoutMs: 150 }, manager: { timeoutMs: 10_000 } };
      const { robot, manager } = await scene.movingPair(name, { mock: { faults: { lag_s: 0.01 } } }, sides);
      await scene.lan.lan.stall();
      await robot.line(/lost the manager \(no new command for \d+ ms, timeout 150 ms\), holding the robot/);
      const from = monotonicNs();
      await pause(300);
      const hold = holdChecks.isHeld(bench, name, from);
      holdChecks.inTime(bench, name, hold, 150);
      await scene.lan.lan.resume();
      await robot.line(/refused a command, too_old: .* ms on its way, wanted at most/);
      await pause(500);
      // The manager sees that the robot does not follow, and starts over there.
      await manager.line(/'.*': starts over from where it stands, as it does not follow/);
      await robot.line(/commands are back after .* s, the hold ends/);
      await scene.isMoved(name);
      assertSmooth(bench.commands(name), 0.03);
      assert.ok(manager.running, manager.text);
      manager.signal("SIGTERM");
      await manager.exits(0);
      await holdChecks.reasons(bench, name, robot);
      assert.ok(bench.report(name).commands_refused.too_old > 0);
    },
  },
]);
