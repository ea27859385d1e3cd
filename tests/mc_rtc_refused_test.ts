// What goes wrong with mc_rtc as the controller, over the double of mc_rtc in tests/doubles/mc_rtc/: each with its text and its exit code.
import assert from "node:assert/strict";
import { stringify } from "yaml";
import { buildMcRtc } from "./kit/build_mc_rtc.ts";
import { McRtcScene } from "./kit/mc_rtc_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { UriProcess } from "./kit/uri_process.ts";
import type { BenchRobot, Workbench } from "./kit/workbench.ts";

const ignore = buildMcRtc.isMissing();
const ARM = { module: "DoubleArm", timeStep: 0.002 };
/** Its interface answers that there is no robot. */
const BROKEN_ARM = { ...ARM, mock: { faults: { create_error: "no robot at the other end" } } };
const MAIN = { MainRobot: "DoubleArm" };

/** One configuration that cannot start. */
interface Refusal {
  /** What is wrong. */
  readonly what: string;
  /** Exit code: 2 for what the check of the file finds, 1 for what mc_rtc refuses. */
  readonly code: 1 | 2;
  /** `Double:`. */
  readonly double?: Record<string, unknown>;
  /** Other keys, with the same. */
  readonly top?: Record<string, unknown>;
  /** Robots by hint of their name; one arm when nothing is said. */
  readonly robots?: Record<string, BenchRobot>;
  /** Module files to write first. */
  readonly files?: Record<string, unknown>;
  /** What the text has; `<robot>` and `<robot 2>` stand for the robots' names. */
  readonly says: readonly string[];
}

const REFUSALS: readonly Refusal[] = [
  {
    what: "mc_rtc has no controller of that name",
    code: 1,
    top: { ...MAIN, Enabled: "Walking" },
    says: ["Controller backend 'mc_rtc' returned a null controller: No controller enabled"],
  },
  {
    what: "no controller is enabled at all",
    code: 1,
    top: { ...MAIN, Enabled: [] },
    says: ["Enabled entry in mc_rtc must contain at least one controller name"],
  },
  {
    what: "mc_rtc's controller cannot be made",
    code: 1,
    double: { refuse: "Could not load the gains: gains.yaml is missing" },
    top: MAIN,
    says: ["Controller backend 'mc_rtc' returned a null controller: Could not load the gains: gains.yaml is missing"],
  },
  {
    what: "MainRobot is no module of mc_rtc",
    code: 1,
    top: { MainRobot: "DoubleArmm" },
    says: ["returned a null controller: No loadable robot with module DoubleArmm"],
  },
  {
    what: "without MainRobot mc_rtc takes its own default, which is not there",
    code: 1,
    says: ["No loadable robot with module JVRC1"],
  },
  {
    what: "a module that neither uri nor mc_rtc knows",
    code: 2,
    top: MAIN,
    robots: { arm: { ...ARM, module: "DoubleLeg" } },
    says: ["Robots.<robot>.module", "'DoubleLeg' is not a robot module"],
  },
  {
    what: "a module that mc_rtc cannot make",
    code: 2,
    top: MAIN,
    robots: { arm: { ...ARM, module: "DoubleBroken" } },
    says: [
      "'DoubleBroken' cannot be described by the controller 'mc_rtc': Could not open model for double_broken at /opt/models/broken.urdf",
    ],
  },
  {
    what: "a robot that mc_rtc does not have",
    code: 1,
    top: { MainRobot: { module: "DoubleArm", name: "<robot 2>" } },
    robots: { arm: ARM, main: ARM },
    says: [
      "Robots.<robot>: mc_rtc has no robot '<robot>'; it has <robot 2>, ground; add it to mc_rtc's configuration " +
      "(robots: {<robot>: {module: DoubleArm}})",
    ],
  },
  {
    what: "two robots that may be the main one",
    code: 1,
    top: MAIN,
    robots: { arm: ARM, other: ARM },
    says: ["MainRobot: mc_rtc's main robot 'double_arm' may be each of 2 entries of Robots", "name: KEY"],
  },
  {
    what: "the main robot is none of the robots",
    code: 1,
    top: { MainRobot: "DoubleHand", robots: { "<robot>": { module: "DoubleArm" } } },
    robots: { arm: ARM },
    says: ["MainRobot: mc_rtc's main robot 'double_hand' is none of the entries of Robots (<robot>)"],
  },
  {
    what: "a joint of the reference order that is fixed",
    code: 1,
    top: { MainRobot: "DoubleFixed" },
    robots: { fixed: { ...ARM, module: "DoubleFixed" } },
    says: ["joint 'welded' is in the reference joint order of mc_rtc's robot 'double_fixed', which has it fixed"],
  },
  {
    what: "a joint of the reference order that no model has",
    code: 1,
    top: { MainRobot: "DoubleAbsent" },
    robots: { absent: { ...ARM, module: "DoubleAbsent" } },
    says: ["joint 'gone' is in the reference joint order of mc_rtc's robot 'double_absent', which does not have it"],
  },
  {
    what: "a module of one's own with the joints in another order",
    code: 1,
    top: MAIN,
    files: { "own.yaml": { name: "own", joints: [{ name: "shoulder" }, { name: "rail" }, { name: "wrist" }] } },
    robots: { arm: { ...ARM, module: "own.yaml" } },
    says: ["Robots.<robot>.module: joint 1 of 'own' is 'shoulder', and that of mc_rtc's robot 'double_arm' is 'rail'"],
  },
  {
    what: "a module of one's own with fewer joints",
    code: 1,
    top: MAIN,
    files: { "own.yaml": { name: "own", joints: [{ name: "rail" }, { name: "shoulder" }] } },
    robots: { arm: { ...ARM, module: "own.yaml" } },
    says: [
      "'own' has 2 joints, and mc_rtc's robot 'double_arm' has 3 in its reference joint order (rail, shoulder, wrist)",
    ],
  },
  {
    what: "a module of one's own with an IMU that mc_rtc does not know",
    code: 1,
    top: { MainRobot: "DoubleWalker" },
    files: { "own.yaml": { name: "own", joints: [{ name: "hip" }, { name: "knee" }], body_sensors: ["imu"] } },
    robots: { walker: { ...ARM, module: "own.yaml" } },
    says: ["mc_rtc's robot 'double_walker' has no body sensor 'imu'; wanted one of base_imu, head_imu"],
  },
  {
    what: "a module of one's own with a force sensor where mc_rtc knows none",
    code: 1,
    top: MAIN,
    files: {
      "own.yaml": {
        name: "own",
        joints: [{ name: "rail" }, { name: "shoulder" }, { name: "wrist" }],
        force_sensors: ["ft"],
      },
    },
    robots: { arm: { ...ARM, module: "own.yaml" } },
    says: ["mc_rtc's robot 'double_arm' has no force sensor 'ft'; it has none"],
  },
];

/** Nothing crashed, and nobody shows a stack. */
function noTrace(manager: UriProcess): void {
  assert.doesNotMatch(manager.text, /^\s+at |panicked|Uncaught|terminate called|Segmentation/m);
}

/** Starts an arm, and waits for its first motion. */
async function moving(bench: Workbench, double: Record<string, unknown>) {
  const scene = await McRtcScene.open(bench);
  const manager = scene.manager(
    { [scene.name]: { ...ARM, mock: { initial_positions: [0.1, 0.2, 0.3] } } },
    { targets: { double_arm: [0.1, 1, 0.3] }, speed: 0.2, ...double },
    MAIN,
  );
  await until("a motion", () => (bench.commands(scene.name).at(-1)?.values[1] ?? 0) > 0.25 || undefined);
  return manager;
}

together(3, [
  ...REFUSALS.map(({ what, code, double = {}, top = {}, robots = { arm: ARM }, files = {}, says }) => ({
    name: `mc_rtc, refused: ${what}`,
    ignore,
    async fn(bench: Workbench) {
      const scene = await McRtcScene.open(bench);
      for (const [file, content] of Object.entries(files)) bench.file(file, stringify(content));
      const names = Object.keys(robots).map((hint) => bench.name(hint));
      const filled = (text: string) => text.replaceAll("<robot>", names[0]).replaceAll("<robot 2>", names[1]);
      const named = Object.fromEntries(Object.values(robots).map((robot, i) => [names[i], robot]));
      const manager = scene.manager(named, double, JSON.parse(filled(JSON.stringify(top))));
      await manager.exits(code);
      for (const text of says) {
        assert.ok(manager.text.includes(filled(text)), `${text}\n\nin\n\n${manager.text}`);
      }
      noTrace(manager);
    },
  })),
  {
    name: "mc_rtc throws in a step: the manager ends with the text, and the robot was held",
    ignore,
    both: true,
    async fn(bench) {
      const manager = await moving(bench, { throw_at: 300 });
      await manager.exits(1);
      assert.match(manager.text, /run\(\): QP failed to solve/);
      assert.match(bench.report("manager").error, /QP failed to solve/);
      noTrace(manager);
    },
  },
  {
    name: "mc_rtc's main robot is not there: told, exit code 1",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const [main, other] = [bench.name("main"), bench.name("other")];
      const manager = scene.manager({ [main]: BROKEN_ARM, [other]: ARM }, {}, {
        MainRobot: { module: "DoubleArm", name: main },
        robots: { [other]: { module: "DoubleArm" } },
      });
      await manager.exits(1);
      assert.ok(manager.text.includes(`mc_rtc cannot start: its main robot, '${main}', is not there`), manager.text);
      noTrace(manager);
    },
  },
  {
    name: "another robot is not there: mc_rtc goes on without it",
    ignore,
    async fn(bench) {
      const scene = await McRtcScene.open(bench);
      const [main, other] = [bench.name("main"), bench.name("other")];
      const manager = scene.manager(
        { [main]: { ...ARM, mock: { initial_positions: [0, 0, 0] } }, [other]: BROKEN_ARM },
        { targets: { [main]: [0.1, 0.3, 0.1] }, speed: 0.2 },
        { MainRobot: { module: "DoubleArm", name: main }, robots: { [other]: { module: "DoubleArm" } } },
      );
      await until("a motion", () => (bench.commands(main).at(-1)?.values[1] ?? 0) > 0.29 || undefined);
      manager.signal("SIGINT");
      await manager.exits(0);
      noTrace(manager);
    },
  },
  {
    name: "mc_rtc's controller fails in a step, without an exception: told, exit code 1",
    ignore,
    async fn(bench) {
      const manager = await moving(bench, { end_at: 300 });
      await manager.exits(1);
      assert.match(manager.text, /mc_rtc's controller 'DoublePosture' has failed: its run\(\) returned false/);
      noTrace(manager);
    },
  },
]);
