import assert from "node:assert/strict";
import type { JointDescription } from "../schemas/robot_module.ts";
import { limitNotices } from "./limit_notices.ts";

const JOINT: JointDescription = {
  name: "j",
  type: "revolute",
  lower: -1,
  upper: 3,
  velocity: 2,
  acceleration: 5,
  effort: 100,
};
const position = (value: number | undefined, joint = JOINT) => limitNotices(joint, value, undefined, undefined);

Deno.test("a position is near within a twentieth of the range, and beyond outside", () => {
  const lower = { quantity: "position", side: "lower", limit: -1 };
  const upper = { quantity: "position", side: "upper", limit: 3 };
  assert.deepEqual(position(-1.001), [{ ...lower, state: "beyond" }]);
  assert.deepEqual(position(-1), [{ ...lower, state: "near" }]);
  assert.deepEqual(position(-0.81), [{ ...lower, state: "near" }]);
  assert.deepEqual(position(-0.79), []);
  assert.deepEqual(position(2.79), []);
  assert.deepEqual(position(2.81), [{ ...upper, state: "near" }]);
  assert.deepEqual(position(3), [{ ...upper, state: "near" }]);
  assert.deepEqual(position(Infinity), [{ ...upper, state: "beyond" }]);
});

Deno.test("with one limit alone a tenth of a radian or meter is near; without limits nothing is", () => {
  const oneSided = { ...JOINT, lower: -Infinity };
  assert.deepEqual(position(2.95, oneSided).map(({ state }) => state), ["near"]);
  assert.deepEqual(position(2.85, oneSided), []);
  assert.deepEqual(position(1e9, { ...JOINT, lower: -Infinity, upper: Infinity }), []);
});

Deno.test("velocity and torque count by their magnitude", () => {
  const states = (velocity: number, torque: number) =>
    limitNotices(JOINT, 0, velocity, torque).map(({ quantity, state, limit }) => [quantity, state, limit]);
  assert.deepEqual(states(1.89, -94), []);
  assert.deepEqual(states(-1.91, 96), [["velocity", "near", 2], ["torque", "near", 100]]);
  assert.deepEqual(states(2.01, -101), [["velocity", "beyond", 2], ["torque", "beyond", 100]]);
});

Deno.test("what is not known is at no limit", () => {
  assert.deepEqual(limitNotices(JOINT, NaN, NaN, NaN), []);
  assert.deepEqual(limitNotices(JOINT, undefined, undefined, undefined), []);
});
