import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { holdChecks } from "./kit/hold_checks.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { together, type TogetherCase } from "./kit/together.ts";
import type { Workbench } from "./kit/workbench.ts";
import { zenohObstacle } from "./kit/zenoh_obstacle.ts";
import { ZenohScene } from "./kit/zenoh_scene.ts";
import { skipUnless } from "./skip_unless.ts";

/** Several robots with one manager over Zenoh, of which one stalls or dies; and computers without real-time rights, or with one core. */
const obstacle = zenohObstacle();
const ignore = skipUnless(obstacle === "", obstacle);

/** How long the longest repetition of one Command lasted since `fromNs` [ms]. */
function longestRepeatMs(bench: Workbench, name: string, fromNs: bigint): number {
  const record = bench.commands(name).filter(({ stampNs }) => stampNs >= fromNs);
  return Number(holdTarget(record, 0n).longestRepeatNs) / 1e6;
}

/** Two robots on the move, of rates 1000 and 250 Hz; robot `a` alone has `timeoutMs`. */
async function twoRobots(bench: Workbench, protocol: string, timeoutMs: number) {
  const [a, b] = [bench.name("a"), bench.name("b")];
  const scene = await (protocol === "zenoh" ? ZenohScene.onTwo(bench) : ZenohScene.onOne(bench));
  const robots = {
    [a]: { protocol, timeStep: 0.001, timeoutMs },
    [b]: { protocol, timeStep: 0.004, timeoutMs: 3000 },
  };
  const [robotA, robotB] = [a, b].map((name) => scene.interface(name, robots[name]));
  const manager = scene.manager(scene.movingConfig(robots, { Timestep: 0.004 }));
  await scene.isMoved(a);
  await scene.isMoved(b, 100);
  return { a, b, scene, robotA, robotB, manager };
}

const two = (["zenoh", "zenoh/shm"] as const).map((protocol): TogetherCase => ({
  name:
    `${protocol}: of two robots at 1000 and 250 Hz one is stopped for 60 ms and for 1.5 s: the other one is moved on; a kill ends both in a hold`,
  ignore,
  async fn(bench) {
    const { a, b, scene, robotA, robotB, manager } = await twoRobots(bench, protocol, 4000);
    for (const stalledMs of [60, 1500]) {
      const fromNs = monotonicNs();
      robotA.signal("SIGSTOP");
      await pause(stalledMs);
      const repeatedMs = longestRepeatMs(bench, b, fromNs);
      robotA.signal("SIGCONT");
      // With the fate of the other one it would be the whole stall; a busy computer has short ones of its own.
      if (stalledMs > 500) assert.ok(repeatedMs < stalledMs / 2, `a Command was repeated for ${repeatedMs} ms`);
      await pause(300);
      assert.ok(manager.running, manager.text);
      assert.equal(robotB.count(/holding the robot/), 0, robotB.text);
    }
    robotA.signal("SIGKILL");
    await manager.exits(1);
    assert.match(manager.text, new RegExp(`Lost connection to robot '${a}': the interface's liveliness token is lost`));
    await robotB.line(new RegExp(`'${b}' lost the manager \\(.*\\), holding the robot`));
    const from = monotonicNs();
    await pause(300);
    holdChecks.isHeld(bench, b, from);
    const { robots } = bench.report("manager");
    const ratio = robots[a].commands_sent / robots[b].commands_sent;
    assert.ok(ratio > 3.5 && ratio < 4.5, `commands sent in the ratio of ${ratio}`);
    // A gap of less than 100 ms is no gap: the robot that was stopped goes on with what has become of its motion meanwhile.
    for (const name of [a, b]) assertSmooth(bench.commands(name), 0.25);
    assert.deepEqual(await holdChecks.reasons(bench, b, robotB), ["token_lost"]);
    // A new manager finds the one that is left, and the one that is started anew.
    const again = scene.interface(a, { protocol });
    await again.line(/waiting for init query/);
  },
}));

/** A pair at rest for a while, on a computer that has less than usual; nothing is lost, and SIGTERM ends it. */
async function rests(bench: Workbench, prefix: readonly string[]): Promise<string[]> {
  const name = bench.name("poor");
  const scene = await ZenohScene.onOne(bench);
  const settings = { protocol: "zenoh", timeoutMs: 2000 };
  const config = bench.interfaceConfig(name, settings);
  const start = (...args: string[]) => bench.start(scene.left.argv([...prefix, ...bench.argv, ...args]));
  const robot = start("interface", "-c", config, "--report", `${bench.folder}/${name}.json`);
  await robot.line(/waiting for init query/);
  const manager = start(
    "manager",
    "-c",
    bench.config({ [name]: settings }),
    "--report",
    `${bench.folder}/manager.json`,
  );
  await manager.line(/robot initialized/);
  await pause(5000);
  for (const process of [manager, robot]) {
    assert.ok(process.running, process.text);
    assert.equal(process.count(/Lost connection|lost the manager/), 0, process.text);
  }
  manager.signal("SIGTERM");
  await manager.exits(0);
  await pause(100);
  robot.signal("SIGTERM");
  await robot.exits(0);
  return [manager.text, robot.text];
}

together(2, [
  ...two,
  {
    name: "zenoh: without real-time rights each process says so once with the reason, and the robot is served",
    ignore,
    async fn(bench) {
      const poor = ["prlimit", "--rtprio=0", "setpriv", "--bounding-set=-sys_nice", "--inh-caps=-sys_nice"];
      for (const text of await rests(bench, poor)) {
        const lines = text.split("\n").filter((line) => /\[warning\].*EPERM/.test(line));
        assert.equal(lines.length, 1, text);
      }
    },
  },
  {
    name: "zenoh: manager, router and interface on one core: nothing is lost at rest, SIGTERM ends them",
    ignore,
    async fn(bench) {
      await rests(bench, ["taskset", "-c", "0"]);
    },
  },
]);
