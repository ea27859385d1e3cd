import assert from "node:assert/strict";
import { testSubject } from "./test_subject.ts";
import { testWindow } from "./test_window.ts";
import type { ViewWindow } from "./view_window.ts";
import { windowProblems } from "./window_problems.ts";

const known = (changes: Partial<ViewWindow>) => windowProblems(testSubject(), testWindow(changes));
const unknown = (changes: Partial<ViewWindow>) =>
  windowProblems(testSubject({ module: undefined }), testWindow(changes));

Deno.test("a window in which all is well has no problem", () => assert.deepEqual(known({}), []));

Deno.test("driver errors and a sync() that lasts", () => {
  assert.deepEqual(known({ error: "sync(): no answer" }), ["driver 'RobotDriverMock' sync(): no answer"]);
  assert.deepEqual(known({ blockedS: 2.04 }), ["sync() has not returned for 2.0 s"]);
  assert.deepEqual(known({ syncDoesNotBlock: true }), ["sync() returns at once: it does not wait for a new state"]);
});

Deno.test("no state: in all cycles, or in some", () => {
  assert.deepEqual(known({ withoutState: 50 }), ["the driver reports no joint positions yet"]);
  assert.deepEqual(known({ withoutState: 2 }), ["the driver reports no joint positions (in 2 of 50 cycles)"]);
});

Deno.test("wrong numbers of values: against the module, or against before", () => {
  const wrong = { cycles: 1, vector: 0, count: 5, wanted: 6 };
  assert.deepEqual(known({ wrong }), [
    "the driver reports 5 joint positions, the module 'UR5e' has 6 joints (in 1 of 50 cycles)",
  ]);
  assert.deepEqual(unknown({ wrong: { ...wrong, cycles: 50 } }), ["the driver reports 5 joint positions, 6 before"]);
  assert.deepEqual(unknown({ wrong: { ...wrong, vector: 2, cycles: 50 } }), [
    "the driver reports 5 joint torques for 6 joint positions",
  ]);
});

Deno.test("values that are not finite: joint by name or number, sensor by name", () => {
  const notFinite = { cycles: 50, vector: 1, index: 2, value: -Infinity };
  assert.deepEqual(known({ notFinite }), ["velocity of joint 'elbow_joint' is -Infinity"]);
  assert.deepEqual(unknown({ notFinite }), ["velocity of joint 2 is -Infinity"]);
  assert.deepEqual(known({ notFinite: { ...notFinite, vector: 3, index: 1, value: NaN } }), [
    "a value of sensor 'tool_force' is not finite",
  ]);
});
