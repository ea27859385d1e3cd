import assert from "node:assert/strict";
import type { RobotControllerModule } from "./robot_controller_module.ts";
import { GuardedController } from "./guarded_controller.ts";

const Q = new Float64Array(2);
const V = new Float64Array(3);

/** Each call of the contract that takes part in a run. */
const CALLS: Readonly<Record<string, (controller: GuardedController) => unknown>> = {
  start: (c) => c.start(),
  isRunning: (c) => c.isRunning(),
  initializeRobots: (c) => c.initializeRobots(),
  setEncoderValues: (c) => c.setEncoderValues(0, Q, 2),
  setEncoderVelocities: (c) => c.setEncoderVelocities(0, Q, 2),
  setJointTorques: (c) => c.setJointTorques(0, Q, 2),
  setBodySensor: (c) => c.setBodySensor(0, 1, V, V, V),
  setForceSensor: (c) => c.setForceSensor(0, 1, V, V),
  initializeRobot: (c) => c.initializeRobot(0, Q),
  run: (c) => c.run(),
  command: (c) => c.command(0, "position", Q),
};

/** A guarded controller whose methods do what a test wants; the others are counted by name. */
function guarded(methods: Partial<Record<keyof RobotControllerModule, unknown>> = {}) {
  const calls: string[] = [];
  const note = (name: string, result?: number) => () => (calls.push(name), result);
  const controller = {
    setEncoderValues: note("setEncoderValues"),
    initializeRobot: note("initializeRobot", 0),
    run: note("run", 0),
    command: note("command", 0),
    lastError: () => "as told",
    ...methods,
  } as unknown as RobotControllerModule;
  return { guard: new GuardedController(controller, "/robots/controller.js", 5e6, [2]), calls };
}

Deno.test("guarded controller: what is left out does nothing; it runs from start to stop, at the context's period", () => {
  const { guard, calls } = guarded();
  assert.equal(guard.timeStepNs, 5e6);
  assert.equal(guard.isRunning(), false);
  for (const [name, call] of Object.entries(CALLS)) {
    const result = call(guard);
    if (["initializeRobot", "run", "command"].includes(name)) assert.equal(result, 0);
  }
  assert.equal(guard.isRunning(), true);
  guard.stop();
  assert.equal(guard.isRunning(), false);
  assert.deepEqual(calls, ["setEncoderValues", "initializeRobot", "run", "command"]);
  assert.equal(guard.lastError(), "");
});

Deno.test("guarded controller: arguments and results go through", () => {
  const given: unknown[][] = [];
  const take = (name: string, result?: unknown) => (...args: unknown[]) => (given.push([name, ...args]), result);
  const { guard } = guarded({
    ...Object.fromEntries(Object.keys(CALLS).map((name) => [name, take(name)])),
    isRunning: take("isRunning", true),
    initializeRobot: take("initializeRobot", 3),
    run: take("run", 4),
    command: take("command", 5),
  });
  const results = Object.values(CALLS).map((call) => call(guard));
  assert.deepEqual(results.filter((each) => typeof each === "number"), [3, 4, 5]);
  assert.equal(results[1], true);
  assert.deepEqual(given.map(([name]) => name), Object.keys(CALLS));
  assert.deepEqual(given[7].slice(1), [0, 1, V, V]);
  assert.deepEqual(given[10].slice(1), [0, "position", Q]);
});

Deno.test("guarded controller: after an exception it has stopped, and is called no more but for stop()", () => {
  for (const [name, call] of Object.entries(CALLS)) {
    let stops = 0;
    const { guard, calls } = guarded({
      [name]: () => {
        throw new TypeError("singular");
      },
      stop: () => {
        stops++;
        throw new Error("worse");
      },
    });
    if (name !== "start") guard.start();
    const result = call(guard);
    if (typeof result === "number") assert.equal(result, -1);
    if (name === "isRunning") assert.equal(result, false);
    calls.length = 0;
    assert.equal(guard.isRunning(), false, name);
    for (const later of ["setEncoderValues", "initializeRobot", "run", "command"]) CALLS[later](guard);
    assert.deepEqual([guard.initializeRobot(0, Q), guard.run(), guard.command(0, "torque", Q)], [-1, -1, -1]);
    assert.deepEqual(calls, []);
    assert.throws(() => guard.stop(), {
      name: "ControllerError",
      message: "Cannot stop the controller '/robots/controller.js': stop() threw: worse",
    });
    assert.equal(stops, 1);
    assert.equal(guard.lastError(), `${name}() threw: TypeError: singular`, "the first fault counts");
  }
});

Deno.test("guarded controller: a result that is no number is a fault that stays; a negative one is the controller's own", () => {
  for (const name of ["initializeRobot", "run", "command"]) {
    const lost = guarded({ [name]: () => undefined }).guard;
    lost.start();
    assert.equal(CALLS[name](lost), -1);
    assert.equal(lost.isRunning(), false);
    assert.equal(lost.lastError(), `${name}() returned nothing; wanted 0, or a negative number on a fault`);
    const own = guarded({ [name]: () => -4 }).guard;
    own.start();
    assert.equal(CALLS[name](own), -4);
    assert.equal(own.isRunning(), true, "a refusal is no end");
    assert.equal(own.lastError(), "as told");
  }
  assert.throws(() => guarded({ stop: () => assert.fail("late") }).guard.stop(), /: stop\(\) threw: .*late$/);
});

Deno.test("guarded controller: what its command() leaves unwritten is NaN, never what was there before", () => {
  const values = Float64Array.of(0.5, 0.25, 9);
  const { guard } = guarded({ command: (_: number, _mode: string, into: Float64Array) => (into[0] = 0.75, 0) });
  guard.start();
  assert.equal(guard.command(0, "velocity", values), 0);
  assert.deepEqual([...values], [0.75, NaN, 9]);
});
