import assert from "node:assert/strict";
import { DriverError } from "../core/driver_error.ts";
import { Libc } from "../core/posix/libc.ts";
import { TestClock } from "../core/test_clock.ts";
import { CONTROL_MODES, type ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import type { RobotDriver, RobotDriverContext, RobotDriverFactory } from "./robot_driver.ts";

/** What the suite needs to know of a driver. */
export interface DriverUnderTest {
  /** Class name, for the names of the tests. */
  readonly name: string;
  /** The robot: at least two joints that can move by 0.1 either way from where they start, one IMU, one force sensor. */
  readonly module: RobotModule;
  /** Makes the driver. */
  readonly create: RobotDriverFactory;
  /** `config_path` of a robot that works. */
  readonly configPath: string;
  /** `config_path` of one whose creation must fail. */
  readonly brokenPath: string;
  /** Distance from a position target at which the robot stands after a second [rad or m]. */
  readonly tolerance: number;
  /** True where it cannot run: without a compiler, say. */
  readonly ignore?: boolean;
  /** True when it leaves a library loaded, as the process does. */
  readonly keepsLibrary?: boolean;
}

const PERIOD_NS = 2e6;
const UNTOUCHED = 123.456;

/**
 * One suite for every `RobotDriver`: each item of the contract in `robot_driver.ts` has its test here. What only a certain kind of robot can
 * do, like failing in `sync()`, is in that driver's own tests.
 */
export function testRobotDriver(subject: DriverUnderTest): void {
  new Libc(); // opened here, so that no single test is found to have left it open
  const declare = (name: string, fn: () => Promise<void>) =>
    Deno.test({
      name: `driver ${subject.name}: ${name}`,
      ignore: subject.ignore,
      sanitizeResources: !subject.keepsLibrary,
      fn,
    });
  const test = (name: string, run: (open: (mode?: ControlMode) => Promise<Opened>) => Promise<void>) =>
    declare(name, async () => {
      const opened: Opened[] = [];
      try {
        await run(async (mode = "position") => {
          const clock = new TestClock();
          const driver = await subject.create(contextOf(subject, mode, clock));
          const made = { driver, clock, state: stateOf(subject.module) };
          opened.push(made);
          return made;
        });
      } finally {
        for (const { driver } of opened) driver.close();
      }
    });
  const n = subject.module.joints.length;

  for (const mode of CONTROL_MODES) {
    test(`in ${mode} mode, sync() blocks for a period, each time, whatever is commanded`, async (open) => {
      const { driver, clock } = await open(mode);
      // The first sync() may begin the grid anywhere.
      assert.equal(driver.sync(), 0);
      let last = clock.now();
      for (let i = 0; i < 200; i++) {
        if (i >= 100) assert.equal(send(driver, mode, new Float64Array(n)), 0);
        clock.timeNs += i % 5 * 0.1 * PERIOD_NS; // work of the loop
        assert.equal(driver.sync(), 0);
        assert.equal(clock.now(), last + PERIOD_NS);
        last = clock.now();
      }
    });
  }

  test("nothing but sync() blocks", async (open) => {
    for (const mode of CONTROL_MODES) {
      const { driver, clock, state } = await open(mode);
      driver.sync();
      const before = clock.now();
      const sleeps = clock.sleeps.length;
      driver.readState(state);
      send(driver, mode, new Float64Array(n));
      driver.lastError();
      assert.deepEqual([clock.now(), clock.sleeps.length], [before, sleeps]);
    }
  });

  test("a state has one finite position a joint, and as many velocities and torques or none", async (open) => {
    for (const mode of CONTROL_MODES) {
      const { driver, state } = await open(mode);
      for (let i = 0; i < 20; i++) {
        if (i === 10) send(driver, mode, Float64Array.from({ length: n }, () => 0.01));
        driver.sync();
        assert.equal(driver.readState(state), 0);
        assert.equal(state.positionCount, n);
        for (const vector of ["position", "velocity", "torque"] as const) {
          const count = state[`${vector}Count`];
          assert.ok(count === n || (count === 0 && vector !== "position"), `${count} ${vector}`);
          assert.ok(state[vector].subarray(0, count).every(Number.isFinite));
        }
      }
    }
  });

  test("before the first sync() there is no state, or a whole one", async (open) => {
    const { driver, state } = await open();
    assert.equal(driver.readState(state), 0);
    assert.ok(state.positionCount === 0 || state.positionCount === n);
    if (state.positionCount === n) assert.ok(state.position.every(Number.isFinite));
  });

  test("sensors are those of the module: present with finite values, orientation as a unit quaternion", async (open) => {
    const { driver, state } = await open();
    driver.sync();
    driver.readState(state);
    for (const { present, orientation, angularVelocity, linearAcceleration } of state.bodySensors) {
      if (!present) continue;
      assert.ok(Math.abs(Math.hypot(...orientation) - 1) < 1e-6);
      for (const value of [...angularVelocity, ...linearAcceleration]) {
        assert.ok(Number.isFinite(value) && value !== UNTOUCHED);
      }
    }
    for (const { present, force, torque } of state.forceSensors) {
      if (!present) continue;
      for (const value of [...force, ...torque]) assert.ok(Number.isFinite(value) && value !== UNTOUCHED);
    }
  });

  test("a state is that of the last sync(), as often as it is read; the stamp is left to the sender", async (open) => {
    const { driver, clock, state } = await open();
    driver.sync();
    driver.readState(state);
    const first = plain(state);
    driver.servoJ(state.position.map((q) => q + 0.05));
    clock.timeNs += 0.3 * PERIOD_NS;
    driver.readState(state);
    assert.deepEqual(plain(state), first);
    assert.deepEqual([...state.stamp], [7, 7]);
    driver.sync();
    driver.readState(state);
    assert.notDeepEqual(plain(state), first);
  });

  test("without a command the robot stays where it is", async (open) => {
    for (const mode of CONTROL_MODES) {
      const { driver, state } = await open(mode);
      driver.sync();
      driver.readState(state);
      const start = [...state.position];
      run(driver, 1);
      driver.readState(state);
      state.position.forEach((q, i) => assert.ok(Math.abs(q - start[i]) < 1e-3, `${mode}: joint ${i}`));
    }
  });

  test("positions: each joint goes to its own target, in the module's order, and stays there", async (open) => {
    const { driver, state } = await open();
    driver.sync();
    driver.readState(state);
    const target = state.position.map((q, i) => q + (i % 2 === 0 ? 0.1 : -0.05));
    for (const seconds of [1, 1]) {
      run(driver, seconds, () => driver.servoJ(target));
      driver.readState(state);
      state.position.forEach((q, i) =>
        assert.ok(Math.abs(q - target[i]) <= subject.tolerance, `joint ${i}: ${q}, wanted ${target[i]}`)
      );
    }
  });

  test("velocities: each joint moves with its own, and its position and velocity agree", async (open) => {
    const { driver, state } = await open("velocity");
    const wanted = Float64Array.from({ length: n }, (_, i) => i % 2 === 0 ? 0.1 : -0.1);
    run(driver, 0.5, () => driver.speedJ(wanted));
    driver.readState(state);
    const before = [...state.position];
    run(driver, 0.25, () => driver.speedJ(wanted));
    driver.readState(state);
    state.position.forEach((q, i) => {
      assert.ok(Math.abs((q - before[i]) / 0.25 - wanted[i]) < 0.02, `joint ${i}`);
      if (state.velocityCount > 0) assert.ok(Math.abs(state.velocity[i] - wanted[i]) < 0.02, `joint ${i}`);
    });
    run(driver, 0.5, () => driver.speedJ(new Float64Array(n)));
    driver.readState(state);
    const stopped = [...state.position];
    run(driver, 0.5, () => driver.speedJ(new Float64Array(n)));
    driver.readState(state);
    state.position.forEach((q, i) => assert.ok(Math.abs(q - stopped[i]) < 1e-3, "zeros stop it"));
  });

  test("torques: a joint accelerates the way it is pushed", async (open) => {
    for (const sign of [1, -1]) {
      const { driver, state } = await open("torque");
      driver.sync();
      driver.readState(state);
      const start = [...state.position];
      const tau = Float64Array.from({ length: n }, (_, i) => i === 0 ? 0.05 * sign : 0);
      run(driver, 0.2, () => driver.tauJ(tau));
      driver.readState(state);
      assert.ok((state.position[0] - start[0]) * sign > 1e-6, `${state.position[0]} after ${start[0]}`);
    }
  });

  test("a command is taken at the call: it is neither changed, nor looked at later", async (open) => {
    const { driver, state } = await open();
    driver.sync();
    driver.readState(state);
    const target = state.position.map((q) => q + 0.05);
    const buffer = target.slice();
    for (let i = 0; i < 500; i++) {
      buffer.set(target);
      assert.equal(driver.servoJ(buffer), 0);
      assert.deepEqual(buffer, target);
      buffer.fill(NaN);
      assert.equal(driver.sync(), 0);
    }
    driver.readState(state);
    state.position.forEach((q, i) => assert.ok(Math.abs(q - target[i]) <= subject.tolerance));
  });

  test("a command is repeated while no other comes", async (open) => {
    const { driver, state } = await open();
    driver.sync();
    driver.readState(state);
    const target = state.position.map((q) => q + 0.05);
    driver.servoJ(target);
    run(driver, 1);
    driver.readState(state);
    state.position.forEach((q, i) => assert.ok(Math.abs(q - target[i]) <= subject.tolerance));
  });

  test("a command of a wrong length is a fault with a text, thrown is nothing", async (open) => {
    for (const mode of CONTROL_MODES) {
      const { driver } = await open(mode);
      driver.sync();
      for (const length of [0, n - 1, n + 1]) {
        assert.ok(send(driver, mode, new Float64Array(length)) < 0, `${mode}, ${length} values`);
        assert.match(driver.lastError(), /\S: \S.*wanted/);
      }
    }
  });

  test("two robots of one process know nothing of each other", async (open) => {
    const a = await open(), b = await open();
    a.driver.sync();
    a.driver.readState(a.state);
    b.driver.sync();
    b.driver.readState(b.state);
    const still = plain(b.state);
    const target = a.state.position.map((q) => q + 0.1);
    run(a.driver, 1, () => a.driver.servoJ(target));
    b.driver.readState(b.state);
    assert.deepEqual(plain(b.state), still);
  });

  declare("close() releases a robot that never ran, one that runs, and one with a fault", async () => {
    for (const before of [0, 3, -1]) {
      const driver = await subject.create(contextOf(subject, "position", new TestClock()));
      for (let i = 0; i < before; i++) driver.sync();
      if (before < 0) driver.servoJ(new Float64Array(n + 1));
      driver.close();
    }
  });

  declare("a robot that cannot be created is refused by a DriverError, with what is wrong", async () => {
    const context = contextOf(subject, "position", new TestClock());
    await assert.rejects(() => subject.create({ ...context, configPath: subject.brokenPath }), (error) => {
      assert.ok(error instanceof DriverError, String(error));
      assert.equal(error.driver, subject.name);
      assert.match(error.message, /\S: \S/);
      return true;
    });
  });
}

/** A driver and what goes with it. */
interface Opened {
  readonly driver: RobotDriver;
  readonly clock: TestClock;
  readonly state: RobotState;
}

function contextOf({ configPath, module }: DriverUnderTest, mode: ControlMode, clock: TestClock): RobotDriverContext {
  return { robot: "r", ip: "", port: 0, configPath, mode, periodNs: PERIOD_NS, module, clock, log: () => {} };
}

function send(driver: RobotDriver, mode: ControlMode, values: Float64Array): number {
  if (mode === "position") return driver.servoJ(values);
  return mode === "velocity" ? driver.speedJ(values) : driver.tauJ(values);
}

/** Runs `seconds` of the robot's time, with a command before each period. */
function run(driver: RobotDriver, seconds: number, command: () => number = () => 0): void {
  for (let i = 0; i < seconds * 1e9 / PERIOD_NS; i++) {
    assert.ok(command() >= 0, driver.lastError());
    assert.ok(driver.sync() >= 0, driver.lastError());
  }
}

function stateOf(module: RobotModule): RobotState {
  const values = (count: number) => new Float64Array(count).fill(UNTOUCHED);
  const n = module.joints.length;
  return {
    position: values(n),
    velocity: values(n),
    torque: values(n),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: module.bodySensors.map((name) => ({
      name,
      present: false,
      orientation: values(4),
      angularVelocity: values(3),
      linearAcceleration: values(3),
    })),
    forceSensors: module.forceSensors.map((name) => ({ name, present: false, force: values(3), torque: values(3) })),
    stamp: Uint32Array.of(7, 7),
  };
}

/** A state by value. */
function plain(state: RobotState): unknown {
  return structuredClone({
    ...state,
    bodySensors: state.bodySensors.map((sensor) => ({ ...sensor })),
    forceSensors: state.forceSensors.map((sensor) => ({ ...sensor })),
  });
}
