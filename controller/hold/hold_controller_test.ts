import assert from "node:assert/strict";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { RobotControllerContext } from "../robot_controller.ts";
import { createHoldController } from "./create_hold_controller.ts";

const joint = { type: "revolute", lower: -3, upper: 3, velocity: 1, acceleration: 1, effort: 10 } as const;

function moduleOf(joints: number): RobotModule {
  const list = Array.from({ length: joints }, (_, i) => ({ name: `j${i}`, ...joint }));
  return { name: "M", joints: list, grippers: [], bodySensors: [], forceSensors: [], posture: list.map(() => 0) };
}

const CONTEXT: RobotControllerContext = {
  timeStepNs: 5e6,
  robots: [
    { name: "a", module: moduleOf(2), mode: "position", periodNs: 1e6 },
    { name: "b", module: moduleOf(3), mode: "torque", periodNs: 1e6 },
  ],
  configuration: {},
};

Deno.test("hold: position is the one of initializeRobot, bit by bit, and does not follow the robot", async () => {
  const hold = await createHoldController(CONTEXT);
  const q = Float64Array.of(0.1 + 0.2, -1.7);
  assert.equal(hold.initializeRobot(0, q), 0);
  hold.initializeRobots();
  hold.start();
  q.fill(9); // the caller's buffer is reused
  const into = new Float64Array(2);
  for (let i = 0; i < 100; i++) {
    hold.setEncoderValues(0, Float64Array.of(i, i), 2);
    assert.equal(hold.run(), 0);
    assert.equal(hold.command(0, "position", into), 0);
    assert.deepEqual([...into], [0.1 + 0.2, -1.7]);
  }
});

Deno.test("hold: velocity and torque are zeros, for each robot its number of joints", async () => {
  const hold = await createHoldController(CONTEXT);
  hold.initializeRobot(1, Float64Array.of(1, 2, 3));
  for (const mode of ["velocity", "torque"] as const) {
    const into = new Float64Array(3).fill(7);
    assert.equal(hold.command(1, mode, into), 0);
    assert.deepEqual([...into], [0, 0, 0]);
  }
});

Deno.test("hold: no command before the robot is initialised, and the buffer is left alone", async () => {
  const hold = await createHoldController(CONTEXT);
  hold.initializeRobot(1, Float64Array.of(1, 2, 3));
  const into = Float64Array.of(5, 5);
  assert.ok(hold.command(0, "position", into) < 0);
  assert.deepEqual([...into], [5, 5]);
});

Deno.test("hold: a position that is not finite or too short is refused and told", async () => {
  const hold = await createHoldController(CONTEXT);
  assert.ok(hold.initializeRobot(1, Float64Array.of(1, NaN, 3)) < 0);
  assert.ok(hold.initializeRobot(1, Float64Array.of(1, 2)) < 0);
  assert.ok(hold.command(1, "position", new Float64Array(3)) < 0);
  assert.match(hold.lastError(), /Cannot hold robot 1/);
});

Deno.test("hold: a robot initialised again is held at its new position", async () => {
  const hold = await createHoldController(CONTEXT);
  const into = new Float64Array(2);
  hold.initializeRobot(0, Float64Array.of(1, 1));
  hold.initializeRobot(0, Float64Array.of(2, -2));
  hold.command(0, "position", into);
  assert.deepEqual([...into], [2, -2]);
});

Deno.test("hold: runs from start to stop", async () => {
  const hold = await createHoldController(CONTEXT);
  assert.equal(hold.isRunning(), false);
  hold.start();
  assert.equal(hold.isRunning(), true);
  hold.stop();
  assert.equal(hold.isRunning(), false);
  assert.equal(hold.timeStepNs, 5e6);
});
