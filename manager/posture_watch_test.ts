import assert from "node:assert/strict";
import { PostureWatch } from "./posture_watch.ts";
import { testRobots } from "./test_robots.ts";

/** A watch over a robot with two joints; `stand` lets it look every 20 ms while commands and positions are as given. */
function watched(mode: "position" | "torque" = "position") {
  const live = new Float64Array(8).fill(NaN);
  const watch = new PostureWatch(testRobots.robot("a", mode), live);
  let nowMs = 0;
  return {
    watch,
    stand(command: readonly number[], measured: readonly number[], ms: number) {
      live.set(command, 6);
      live.set(measured, 0);
      for (const end = nowMs + ms; nowMs < end; nowMs += 20) watch.look(nowMs);
    },
  };
}

Deno.test("posture watch: where the command stands still for 0.3 s is a posture, with the joint that is farthest away", () => {
  const { watch, stand } = watched();
  stand([0.5, 0.25], [0.499, 0.2534], 1000);
  assert.deepEqual(watch.postures, [{ at_s: 0.3, target: [0.5, 0.25], tracking_error: 0.0034, joint: "slide" }]);
});

Deno.test("posture watch: the error is that of the end of the stay, the time that of its begin", () => {
  const { watch, stand } = watched();
  stand([0.5, 0.25], [0.4, 0.25], 600);
  assert.equal(watch.postures[0].tracking_error, 0.1);
  stand([0.5, 0.25], [0.501, 0.25], 600);
  assert.deepEqual(watch.postures, [{ at_s: 0.3, target: [0.5, 0.25], tracking_error: 0.001, joint: "pan" }]);
});

Deno.test("posture watch: a command that moves, or rests for less than 0.3 s, is none", () => {
  const { watch, stand } = watched();
  for (let i = 0; i < 100; i++) stand([i / 1000, 0.25], [0, 0], 20);
  for (let i = 0; i < 10; i++) stand([i / 10, 0.5], [0, 0], 260);
  assert.deepEqual(watch.postures, []);
});

Deno.test("posture watch: each stay is a posture of its own, also at the same place", () => {
  const { watch, stand } = watched();
  stand([0.5, 0.25], [0.5, 0.25], 500);
  stand([0.6, 0.25], [0.5, 0.25], 20);
  stand([0.7, 0.25], [0.7, 0.25], 500);
  stand([0.6, 0.25], [0.6, 0.25], 20);
  stand([0.5, 0.25], [0.5, 0.25], 500);
  assert.deepEqual(watch.postures.map(({ target }) => target[0]), [0.5, 0.7, 0.5]);
  assert.deepEqual(watch.postures.map(({ at_s }) => at_s), [0.3, 0.82, 1.34]);
});

Deno.test("posture watch: before the first command, and in other modes, there are none; zeros are a posture like others", () => {
  const { watch, stand } = watched();
  stand([NaN, NaN], [0.5, 0.25], 1000);
  assert.deepEqual(watch.postures, []);
  stand([0, 0], [0, 0.001], 1000);
  assert.deepEqual(watch.postures.map(({ target, tracking_error }) => [target, tracking_error]), [[[0, 0], 0.001]]);

  const torque = watched("torque");
  torque.stand([1, 1], [0, 0], 1000);
  assert.deepEqual(torque.watch.postures, []);
});
