// mc_rtc as the controller, over the double of mc_rtc in tests/doubles/mc_rtc/: the manager's whole main path.
import assert from "node:assert/strict";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { buildMcRtc } from "./kit/build_mc_rtc.ts";
import { McRtcScene } from "./kit/mc_rtc_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { Workbench } from "./kit/workbench.ts";

const ignore = buildMcRtc.isMissing();
/** rail, shoulder, wrist. */
const START = [0.1, 0.2, 0.3];
const TARGET = [0.2, 0.9, -0.4];
const ARM = { module: "DoubleArm", timeStep: 0.002, mock: { initial_positions: START } };
const MAIN = { MainRobot: "DoubleArm" };
const SENSING = new URL("./doubles/sensing_driver.js", import.meta.url).pathname;

/** The robot's last command is `wanted`. */
function arrives(bench: Workbench, name: string, wanted: readonly number[]): Promise<unknown> {
  return until(`commands of ${wanted}`, () => {
    const values = bench.commands(name).at(-1)?.values ?? [];
    return wanted.every((value, i) => Math.abs((values[i] ?? NaN) - value) < 1e-9) || undefined;
  });
}

async function ends(manager: UriProcess): Promise<void> {
  manager.signal("SIGINT");
  await manager.exits(0);
  await manager.allEnd();
  assert.doesNotMatch(manager.text, /^\s+at |panicked|Uncaught|terminate called/m);
}

function close(values: readonly number[], wanted: readonly number[]): void {
  assert.equal(values.length, wanted.length, `${values}`);
  values.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-9, `${values}, wanted ${wanted}`));
}

together(3, [
  {
    name: "mc_rtc is the default controller, and moves a robot whose module only it knows, from where it stands",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: ARM },
        { targets: { double_arm: TARGET }, speed: 0.2, record_at: 200 },
        MAIN,
      );
      await arrives(bench, name, TARGET);
      const { controller, resets, robots } = await scene.record();
      await ends(manager);
      assert.equal(controller, "DoublePosture");
      assert.equal(resets, 1);
      // The only robot is mc_rtc's main robot, whatever its key: mc_rtc has named it after its module.
      assert.deepEqual(Object.keys(robots), ["double_arm", "ground"]);
      close(robots.double_arm.atReset, START);
      // 200 steps at 0.2 rad/s, each of 2 ms.
      close(robots.double_arm.q, [0.18, 0.28, 0.22]);
      // At most what 100 ms of standstill of a busy computer make of 0.2 rad/s; the way to the target is longer.
      assertSmooth(bench.commands(name), 0.02);
      const report = bench.report("manager");
      assert.equal(report.controller.name, "mc_rtc");
      assert.equal(report.error, "");
    },
  },
  {
    name: "a robot in velocity mode gets velocities, not accelerations",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: { ...ARM, mode: "velocity" } },
        { targets: { double_arm: TARGET }, speed: 0.2 },
        MAIN,
      );
      await until("motion", () => bench.commands(name).some(({ values }) => values[1] > 0.19) || undefined);
      await until("rest", () => bench.commands(name).at(-1)!.values.every((value) => value === 0) || undefined);
      await ends(manager);
      for (const { kind, values } of bench.commands(name)) {
        assert.equal(kind, "speedJ");
        for (const value of values) assert.ok(Math.abs(value) < 0.2 + 1e-9, `${values}`);
      }
    },
  },
  {
    name: "a robot in torque mode gets torques, each joint its own",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: { ...ARM, mode: "torque" } },
        { targets: { double_arm: TARGET }, torque: 3, speed: 0.2 },
        MAIN,
      );
      await until("torques", () => bench.commands(name).some(({ values }) => values[0] === 3) || undefined);
      await ends(manager);
      const { kind, values } = bench.commands(name).find(({ values }) => values[0] !== 0)!;
      assert.deepEqual([kind, values], ["tauJ", [3, 4, 5]]);
    },
  },
  {
    name: "two robots: both stand where they are when mc_rtc's controller starts, and each goes to its own target",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const [main, other] = [bench.name("main"), bench.name("other")];
      const from = [0.3, -0.2, -0.3];
      const to = [0.25, -0.4, 0.1];
      const manager = scene.manager(
        // The main robot comes second: order plays no part.
        { [other]: { ...ARM, mock: { initial_positions: from } }, [main]: ARM },
        { targets: { [main]: TARGET, [other]: to }, speed: 0.2, record_at: 1, control_only: [other] },
        {
          MainRobot: { module: "DoubleArm", name: main },
          robots: { [other]: { module: "DoubleArm" } },
        },
      );
      await Promise.all([arrives(bench, main, TARGET), arrives(bench, other, to)]);
      const { resets, robots } = await scene.record();
      await ends(manager);
      assert.equal(resets, 1);
      close(robots[main].atReset, START);
      close(robots[other].atReset, from);
      close(robots[other].encoders, from);
      // mc_rtc had no real robot of it: it was added, and put there, with forward kinematics and velocity.
      close(robots[other].realQ, from);
      close(robots[main].realQ, START);
      for (const robot of [main, other]) {
        assert.ok(robots[robot].kinematics >= 1 && robots[robot].forwardVelocities >= 1);
        assertSmooth(bench.commands(robot), 0.002);
      }
    },
  },
  {
    name: "every component of every sensor arrives where mc_rtc wants it",
    ignore,
    both: true,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: { module: "DoubleWalker", driver: SENSING, timeStep: 0.002 } },
        { record_at: 100 },
        { MainRobot: "DoubleWalker" },
      );
      const { robots: { double_walker: robot } } = await scene.record();
      await ends(manager);
      close(robot.encoders, [0.1, 0.11]);
      close(robot.velocities, [0.2, 0.21]);
      close(robot.torques, [0.3, 0.31]);
      // mc_rtc's rotation is that from the world to the body: the inverse.
      close(robot.base_imu.orientation, [0.5, 0.5, -0.5, -0.5]);
      close(robot.base_imu.angularVelocity, [11, 12, 13]);
      close(robot.base_imu.linearAcceleration, [14, 15, 16]);
      close(robot.head_imu.orientation, [0.1, -0.7, 0.1, -0.7]);
      close(robot.head_imu.angularVelocity, [21, 22, 23]);
      close(robot.head_imu.linearAcceleration, [24, 25, 26]);
      close(robot.left_foot.couple, [104, 105, 106]);
      close(robot.left_foot.force, [101, 102, 103]);
      close(robot.right_foot.couple, [204, 205, 206]);
      close(robot.right_foot.force, [201, 202, 203]);
      // The floating base stands as the robot module says.
      close(robot.base, [0.5, 0.5, 0.5, 0.5, 1, 2, 3]);
    },
  },
  {
    name: "a floating base can start as the first reading of an IMU says: InitAttitudeFromSensor is mc_rtc's",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const manager = scene.manager(
        { [scene.name]: { module: "DoubleWalker", driver: SENSING, timeStep: 0.002 } },
        { record_at: 1 },
        { MainRobot: "DoubleWalker", InitAttitudeFromSensor: true },
      );
      const { robots } = await scene.record();
      await ends(manager);
      close(robots.double_walker.base.slice(0, 4), [0.5, -0.5, 0.5, 0.5]);
    },
  },
  ...["DoubleHand", "DoubleHandWithoutFingers"].map((module) => ({
    name: `grippers (${module}): they are in the init query, and their joints are commanded as mc_rtc moves them`,
    ignore,
    async fn(bench: Workbench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: { module, timeStep: 0.002, mock: { initial_positions: [0.2, 0.4, 0.2] } } },
        { targets: { double_hand: [0.5] }, speed: 0.5, grippers: { double_hand: [0.7] }, record_at: 4 },
        { MainRobot: module },
      );
      await manager.line(/loading driver 'RobotDriverMock' \(127\.0\.0\.1:0\), config_path: '.*', 1 gripper\(s\)/);
      // The second joint of the gripper follows the first at half its angle, and no task moves either of them.
      await arrives(bench, name, [0.5, 0.7, 0.35]);
      const { robots } = await scene.record();
      await ends(manager);
      close(robots.double_hand.outputQ.slice(1), [0.4, 0.2]);
      assertSmooth(bench.commands(name), 0.01);
    },
  })),
  {
    name: "mc_rtc changes its controller while it runs: sensors and commands are those of the new one",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: ARM },
        { targets: { double_arm: TARGET }, speed: 0.2, switch_at: 30, record_at: 20 },
        MAIN,
      );
      await until("a second switch and a motion", () => bench.commands(name).length > 400 || undefined);
      await arrives(bench, name, TARGET);
      const { controller, robots } = await scene.record();
      await ends(manager);
      assert.equal(controller, "DoubleOther");
      assert.ok(Math.abs(robots.double_arm.encoders[1] - robots.double_arm.q[1]) < 0.01);
      // At most what 100 ms of standstill of a busy computer make of 0.2 rad/s; the way to the target is longer.
      assertSmooth(bench.commands(name), 0.02);
    },
  },
  {
    name:
      "a manager that was stopped for a while: the robot goes on from where it was held, and mc_rtc's controller is not reset",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      const manager = scene.manager(
        { [name]: { ...ARM, timeoutMs: 400 } },
        { targets: { double_arm: TARGET }, speed: 0.2, record_at: 600 },
        MAIN,
      );
      await until("a motion", () => (bench.commands(name).at(-1)?.values[1] ?? 0) > 0.3 || undefined);
      manager.signal("SIGSTOP");
      await manager.line(/holding the robot/);
      manager.signal("SIGCONT");
      await arrives(bench, name, TARGET);
      const { resets } = await scene.record();
      await ends(manager);
      assert.equal(resets, 1);
      assertSmooth(bench.commands(name), 0.05);
    },
  },
  {
    name: "mc_rtc's own user file counts, and the manager's file over it; the modules of its folders are found by name",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const { name } = scene;
      Deno.mkdirSync(`${bench.folder}/.config/mc_rtc`, { recursive: true });
      Deno.mkdirSync(`${bench.folder}/modules`);
      bench.file("modules/FolderRobot", "");
      bench.file(
        ".config/mc_rtc/mc_rtc.yaml",
        JSON.stringify({
          RobotModulePaths: [`${bench.folder}/modules`],
          MainRobot: "FolderRobot",
          Timestep: 0.05,
          Double: { speed: 0.2, torque: 9 },
        }),
      );
      const manager = scene.manager(
        { [name]: { module: "FolderRobot", timeStep: 0.002 } },
        { targets: { FolderRobot: [0.3] }, record_at: 20 },
        {},
      );
      await arrives(bench, name, [0.3]);
      await ends(manager);
      assertSmooth(bench.commands(name).filter(({ values }) => values[0] !== 0), 0.002);
      assert.match(manager.text, /Loading additional global configuration .*\/\.config\/mc_rtc\/mc_rtc\.yaml/);
    },
  },
  {
    name: "two managers on one computer, each with mc_rtc: each has its own configuration, and no file of it is left",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const [left, right] = [bench.name("left"), bench.name("right")];
      const [toLeft, toRight] = [TARGET, [0.05, -0.5, 0.5]];
      const managers = [[left, toLeft] as const, [right, toRight] as const].map(([name, target]) =>
        scene.manager({ [name]: ARM }, { targets: { double_arm: target }, speed: 0.2 }, MAIN)
      );
      await Promise.all([arrives(bench, left, toLeft), arrives(bench, right, toRight)]);
      for (const manager of managers) await ends(manager);
      for (const manager of managers) {
        assert.match(manager.text, /Loading additional global configuration \/proc\/self\/fd\/\d+$/m);
      }
      assert.deepEqual(
        [...Deno.readDirSync("/tmp")].map(({ name }) => name).filter((name) => name.startsWith("mc_rtc")),
        [],
      );
    },
  },
]);
