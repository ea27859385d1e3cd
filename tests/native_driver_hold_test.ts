import assert from "node:assert/strict";
import { UR5E } from "../robots/ur5e.ts";
import { assertSmooth } from "./kit/assert_smooth.ts";
import { hasProgram } from "./kit/has_program.ts";
import { holdTarget } from "./kit/hold_target.ts";
import { monotonicNs } from "./kit/monotonic_ns.ts";
import { pause } from "./kit/pause.ts";
import { type ProbeRobot, ProbeScene } from "./kit/probe_scene.ts";
import { together } from "./kit/together.ts";
import { until } from "./kit/until.ts";
import type { Workbench } from "./kit/workbench.ts";
import { skipUnless } from "./skip_unless.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const POSE = [0.5, -1.5, 1.5, -1.5, -1.5, 0.1];
/** Of the robot [rad/s]. */
const SPEED = 0.5;
const LAG = 0.05;
const LIMIT = Math.min(...UR5E.joints.map(({ velocity }) => velocity));

/** A controller that moves the robot all the time, by SPEED at most. */
function moving({ name }: ProbeRobot): Record<string, unknown> {
  const targets = [[1.5, -1, 1, -1, -1, 0.9], [-0.5, -2, 2, -2, -2, -0.9]];
  return { Controller: "posture", Posture: { dwell: 0, speed: SPEED / LIMIT, robots: { [name]: { targets } } } };
}

/** Starts a pair whose probe moves. */
async function movingPair(bench: Workbench, hint: string, position: string) {
  const scene = await ProbeScene.open(bench);
  const probed = scene.robot(hint, [`initial: ${POSE.join(" ")}`, `position: ${position}`]);
  const pair = scene.pair(probed, moving(probed));
  await pair.manager.line(/robot initialized/);
  await until("a motion", () => {
    const commands = probed.probe.commands();
    return commands.length > 600 && commands.at(-1)!.values[0] !== commands.at(-50)!.values[0];
  });
  return { ...pair, probe: probed.probe, scene, probed };
}

together(2, [
  {
    name: "a robot that always stands 0.001 rad below its target does not creep in a hold of ten seconds",
    ignore,
    async fn(bench) {
      const { robot, manager, probe } = await movingPair(bench, "offset", "offset 0.001");
      manager.signal("SIGKILL");
      await robot.line(/holding the robot/);
      const from = monotonicNs();
      await pause(10_000);
      const hold = holdTarget(probe.record(), from);
      assert.ok(hold.lastedNs > 9_000_000_000n, `${hold.lastedNs} ns`);
      assert.deepEqual(hold.target, hold.measured, "latched once, where it stood");
      const last = probe.record().filter(({ kind }) => kind === "sync").at(-1)!;
      last.values.forEach((q, i) => {
        assert.ok(Math.abs(q - hold.measured[i]) <= 0.001 + 1e-9, `joint ${i} crept by ${q - hold.measured[i]}`);
      });
      assertSmooth(probe.commands());
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
  {
    name: "a robot that lags by 0.05 rad at 0.5 rad/s is held where it is: one step back, of no more than the lag",
    ignore,
    both: true,
    async fn(bench) {
      const { robot, manager, probe, scene, probed } = await movingPair(bench, "lag", `lag ${LAG / SPEED}`);
      manager.signal("SIGKILL");
      await robot.line(/holding the robot/);
      const from = monotonicNs();
      await pause(1500);
      const hold = holdTarget(probe.record(), from);
      assert.deepEqual(hold.target, hold.measured);
      hold.target.forEach((q, i) => {
        const step = Math.abs(q - hold.before[i]);
        assert.ok(step <= LAG * 1.05, `joint ${i} is sent back by ${step}`);
      });
      const second = scene.manager([probed], moving(probed));
      await robot.line(/commands are back/);
      const resumed = probe.commands().length;
      await until("a motion", () => probe.commands().length > resumed + 500);
      second.signal("SIGTERM");
      await second.exits(0);
      assertSmooth(probe.commands());
      robot.signal("SIGTERM");
      await robot.exits(0);
    },
  },
]);
