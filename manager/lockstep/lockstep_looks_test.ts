import assert from "node:assert/strict";
import { SharedBlock } from "../../core/shared_block.ts";
import { ManagerBlock as B } from "../manager_block.ts";
import { managerBlockShape } from "../manager_block_shape.ts";
import { testRobots } from "../test_robots.ts";
import { LockstepLooks } from "./lockstep_looks.ts";

const MS = 1e6;

/** Two robots after ticks of 1 ms; `tick` lets time pass while the first one is commanded and measured as given. */
function looked() {
  const { values } = new SharedBlock(managerBlockShape(2));
  const live = [new Float64Array(8).fill(NaN), new Float64Array(8).fill(NaN)];
  const told: string[] = [];
  const robots = [testRobots.robot("a"), testRobots.robot("b")];
  const looks = new LockstepLooks(robots, live, values, (text) => void told.push(text));
  let timeMs = 0;
  return {
    looks,
    told,
    tick(command: readonly number[], measured: readonly number[], ms: number) {
      live[0].set(measured, 0);
      live[0].set(command, 6);
      for (let i = 0; i < ms; i++) {
        values[B.VALUES + B.STATES] += 1;
        looks.look(timeMs++ * MS);
      }
    },
  };
}

Deno.test("looks in lock step: postures have simulated time, however fast it passes", () => {
  const { looks, tick } = looked();
  tick([0.5, 0.25], [0.499, 0.25], 1000);
  for (let i = 1; i < 500; i++) tick([0.5 + i / 1000, 0.25], [0.5, 0.25], 1);
  tick([1, 0.25], [0.998, 0.25], 400);
  assert.deepEqual(looks.postures(), [[
    { at_s: 0.3, target: [0.5, 0.25], tracking_error: 0.001, joint: "pan" },
    { at_s: 1.8, target: [1, 0.25], tracking_error: 0.002, joint: "pan" },
  ], []]);
});

Deno.test("looks in lock step: a robot that does not follow is told of by simulated time, again after five seconds", () => {
  const { told, tick } = looked();
  tick([0.5, 0.25], [0.1, 0.25], 900);
  assert.deepEqual(told, []);
  tick([0.5, 0.25], [0.1, 0.25], 4000);
  assert.equal(told.length, 1);
  assert.match(told[0], /^'a' does not follow: joint 'pan' stands at 0\.1000, its target is 0\.5000/);
  tick([0.5, 0.25], [0.1, 0.25], 2000);
  assert.equal(told.length, 2);
});
