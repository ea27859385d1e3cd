import assert from "node:assert/strict";
import { UR5E } from "../robots/ur5e.ts";
import type { RobotConfig } from "../schemas/manager_config.ts";
import { FollowWatch } from "./follow_watch.ts";

const ROBOT = { name: "arm", mode: "position", module: UR5E } as unknown as RobotConfig;

function watched(robot = ROBOT) {
  const live = new Float64Array(24).fill(NaN);
  const watch = new FollowWatch(robot, live);
  const at = (q: number, target: number) => {
    live.fill(q, 0, 6);
    live.fill(target, 18, 24);
  };
  return { at, look: (ms: number, states = ms + 1) => watch.look(ms, states) };
}

Deno.test("follow watch: a robot that stands still away from its target for a second is told, with joint and both values", () => {
  const { at, look } = watched();
  assert.equal(look(0), "");
  at(0.5, 0.9);
  assert.equal(look(100), "");
  assert.equal(look(1000), "");
  assert.match(
    look(1200),
    /^'arm' does not follow: joint 'shoulder_pan_joint' stands at 0.5000, its target is 0.9000;/,
  );
});

Deno.test("follow watch: a robot that moves, or that is where it shall be, is not", () => {
  const { at, look } = watched();
  for (let ms = 0; ms < 5000; ms += 100) {
    at(ms / 1e4, 3);
    assert.equal(look(ms), "");
  }
  for (let ms = 5000; ms < 9000; ms += 100) {
    at(1, 1.01);
    assert.equal(look(ms), "");
  }
});

Deno.test("follow watch: of a robot that tells nothing it is not known whether it follows", () => {
  const { at, look } = watched();
  at(0.5, 0.9);
  look(0);
  for (let ms = 100; ms < 5000; ms += 100) assert.equal(look(ms, 7), "");
  assert.equal(look(5000), "");
  assert.match(look(6100), /does not follow/);
});

Deno.test("follow watch: in the other modes there is nothing to follow", () => {
  const { at, look } = watched({ ...ROBOT, mode: "torque" });
  at(0.5, 0.9);
  look(0);
  assert.equal(look(5000), "");
});
