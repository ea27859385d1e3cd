import assert from "node:assert/strict";
import { testSubject } from "./test_subject.ts";
import { testWindow } from "./test_window.ts";
import { windowDocument } from "./window_document.ts";

/** As a program reads it. */
// deno-lint-ignore no-explicit-any -- each test looks at the fields that it knows
const read = (document: Record<string, unknown>): any => JSON.parse(JSON.stringify(document));

Deno.test("a document has robot, joints with names and limits, sensors and the figures of the window", () => {
  const document = read(windowDocument(
    testSubject(),
    testWindow({ position: [6.27, -1.5, 1.5, -1.5, -1.5, 0] }),
  ));
  const { joints, body_sensors, force_sensors, ...rest } = document;
  assert.deepEqual(rest, {
    time_s: 12.34,
    robot: "arm",
    driver: "RobotDriverMock",
    ip: "127.0.0.1",
    port: 0,
    module: "UR5e",
    window: {
      duration_s: 0.1,
      cycles: 50,
      rate_hz: 500.06,
      sync_us: { min: 34, avg: 1957.72, max: 4449.5 },
      cycle_period_us: { min: 88, avg: 1999, max: 4477 },
    },
    total_cycles: 500,
    blocked_s: 0,
    problems: [],
    error: null,
  });
  assert.equal(joints.length, 6);
  assert.deepEqual(joints[0], {
    index: 0,
    name: "shoulder_pan_joint",
    type: "revolute",
    position: 6.27,
    velocity: 0,
    torque: 0,
    limits: [{ quantity: "position", side: "upper", state: "near", limit: joints[0].limits[0].limit }],
  });
  assert.deepEqual(body_sensors[0].linear_acceleration, [0, 0, 9.81]);
  assert.deepEqual(force_sensors[0], { name: "tool_force", force: [1, -23.456, 1000.2], torque: [0, 0, 0] });
});

Deno.test("what is not told or not finite is null, and the latter a problem", () => {
  const document = read(windowDocument(
    testSubject({ module: undefined, robot: "" }),
    testWindow({
      position: [1, NaN],
      velocity: [],
      rateHz: undefined,
      sync: undefined,
      bodySensors: [{ ...testWindow().bodySensors[0], present: false }],
      notFinite: { cycles: 1, vector: 0, index: 1, value: NaN },
      error: "sync(): no answer",
    }),
  ));
  assert.equal(document.robot, null);
  assert.equal(document.module, null);
  assert.deepEqual(document.joints[1], { index: 1, name: null, type: null, position: null, velocity: null, torque: 0 });
  assert.equal(document.window.rate_hz, null);
  assert.equal(document.window.sync_us, null);
  assert.equal(document.body_sensors[0].orientation, null);
  assert.equal(document.problems.length, 2);
  assert.equal(document.error, "sync(): no answer");
});
