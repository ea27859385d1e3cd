import assert from "node:assert/strict";
import { copyStateToLive } from "./copy_state_to_live.ts";
import { liveLength } from "./live_length.ts";
import type { RobotState } from "./robot_state.ts";

const slot = (name: string, first: number, present = true) => ({
  name,
  present,
  force: Float64Array.of(first, first + 1, first + 2),
  torque: Float64Array.of(first + 3, first + 4, first + 5),
});

const state: RobotState = {
  position: Float64Array.of(0.1, 0.2),
  velocity: Float64Array.of(1, 2),
  torque: Float64Array.of(10, 20),
  positionCount: 2,
  velocityCount: 2,
  torqueCount: 0,
  bodySensors: [],
  forceSensors: [slot("wrist", 1), slot("foot", 7, false)],
  stamp: new Uint32Array(2),
};

Deno.test("what a State tells: positions, velocities, torques, targets left alone, sensors; NaN for what it does not tell", () => {
  const joint = { name: "a", type: "revolute" as const, lower: 0, upper: 1, velocity: 1, acceleration: 1, effort: 1 };
  const live = new Float64Array(liveLength({ joints: [joint, joint], forceSensors: ["wrist", "foot"] }));
  assert.equal(live.length, 20);
  live.set([5, 6], 6);
  copyStateToLive(live, state, 2);
  assert.deepEqual([...live], [0.1, 0.2, 1, 2, NaN, NaN, 5, 6, 1, 2, 3, 4, 5, 6, ...Array(6).fill(NaN)]);
});

Deno.test("sensors that have no room are left out", () => {
  const live = new Float64Array(15);
  copyStateToLive(live, state, 2);
  assert.deepEqual([...live.subarray(8)], [1, 2, 3, 4, 5, 6, 0]);
});
