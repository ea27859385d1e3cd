import assert from "node:assert/strict";
import { hasProgram } from "./kit/has_program.ts";
import { ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const POSE = [0.52, -0.3, 0.9, 0, 0, 0];
const INITIAL = `initial: ${POSE.join(" ")}`;

/** What a driver reports, and the words of the refusal. */
const WRONG: [what: string, lines: string[], wanted: string][] = [
  ["5, then 7 positions", ["phase: 1 count 5", "phase: 2 count 7"], "5 joint positions"],
  ["7 positions", ["phase: 1 count 7"], "7 joint positions"],
  ["200 positions", ["phase: 1 count 200"], "200 joint positions"],
  ["5 velocities", ["velocity: count 5"], "5 joint velocities"],
  ["7 torques", ["torque: count 7"], "7 joint torques"],
];

together(3, [
  ...WRONG.map(([what, lines, wanted], index) => ({
    name:
      `a driver with ${what} for six joints: refused with both numbers, not initialised, never commanded, exit codes 1`,
    ignore,
    both: index === 0,
    async fn(bench: Workbench) {
      const scene = await ProbeScene.open(bench);
      // One that the manager starts: it ends while it is asked, or right after.
      const probed = scene.robot("count", [INITIAL, ...lines], { autostart: true });
      const manager = scene.manager([probed]);
      await manager.exits(1);
      const { name, probe } = probed;
      assert.match(
        manager.text,
        new RegExp(`'${name}' driver 'RobotDriverProbe' reports ${wanted}; the module 'UR5e' has 6 joints$`, "m"),
      );
      assert.doesNotMatch(manager.text, /robot initialized|^\s+at |SIG/m);
      assert.deepEqual(probe.commands(), []);
      assert.equal(probe.events().at(-1)?.kind, "destroy");
    },
  })),
  ...[5, 7].map((count) => ({
    name: `${count} positions instead of 6 while it runs: the robot is held where it was, exit codes 1`,
    ignore,
    async fn(bench: Workbench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("count", [INITIAL, `phase: 1000 count ${count}`]);
      const { robot, manager } = scene.pair(probed);
      await robot.exits(1);
      assert.match(robot.text, new RegExp(`reports ${count} joint positions; the module 'UR5e' has 6 joints`));
      await manager.exits(1);
      const commands = probed.probe.commands();
      assert.equal(commands.at(-1)!.cycle, 1000, "the hold");
      for (const { kind, values } of commands) assert.deepEqual([kind, values], ["servoJ", POSE]);
      assert.doesNotMatch(robot.text, /^\s+at /m);
    },
  })),
  {
    name: "a driver without a joint has no state: the manager says so after ten seconds, nothing is commanded",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("none", ["joints: 0"]);
      const { robot, manager } = scene.pair(probed);
      await manager.exits(1);
      assert.match(manager.text, /Lost connection to robot '.*': no first state within 10 s$/m);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.deepEqual(probed.probe.commands(), []);
    },
  },
  {
    name: "no velocities and no torques are allowed",
    ignore,
    async fn(bench) {
      const scene = await ProbeScene.open(bench);
      const probed = scene.robot("empty", [INITIAL, "velocity: none", "torque: none"]);
      const { robot, manager } = scene.pair(probed);
      await manager.line(/robot initialized/);
      await until("commands", () => probed.probe.commands().length > 300);
      manager.signal("SIGTERM");
      await manager.exits(0);
      robot.signal("SIGTERM");
      await robot.exits(0);
      assert.equal(bench.report("manager").robots[probed.name].states_refused, 0);
    },
  },
]);
