import assert from "node:assert/strict";
import type { Clock } from "../core/clock.ts";
import type { RobotDriver } from "../drivers/robot_driver.ts";
import type { RobotState } from "../schemas/robot_state.ts";
import { emptyState } from "../schemas/empty_state.ts";
import { readWindow } from "./read_window.ts";
import { ViewBlock } from "./view_block.ts";
import { ViewCycle } from "./view_cycle.ts";
import { ViewEnd } from "./view_end.ts";

/** Time that passes when somebody sleeps; kept in an array, so that it does not allocate. */
class ManualClock implements Clock {
  readonly time = Float64Array.of(1e9);
  readonly sleeps = new Int32Array(1);

  now(): number {
    return this.time[0];
  }

  sleepUntil(deadlineNs: number): number {
    this.time[0] = deadlineNs;
    this.sleeps[0]++;
    return 0;
  }

  stamp(): void {}

  fromStamp(): number {
    return 0;
  }
}

/** A robot whose `sync()` takes `syncNs`, and that tells `fill`. Commands are counted: there must be none. */
class Robot implements RobotDriver {
  syncNs = 2e6;
  code = 0;
  readCode = 0;
  commands = 0;
  fill: (into: RobotState) => void = () => {};
  readonly #clock: ManualClock;

  constructor(clock: ManualClock) {
    this.#clock = clock;
  }

  sync(): number {
    this.#clock.time[0] += this.syncNs;
    return this.code;
  }

  readState(into: RobotState): number {
    this.fill(into);
    return this.readCode;
  }

  servoJ(): number {
    return this.commands++;
  }

  speedJ(): number {
    return this.commands++;
  }

  tauJ(): number {
    return this.commands++;
  }

  lastError(): string {
    return "";
  }

  close(): void {}
}

const SENSORS = { bodySensors: ["imu"], forceSensors: ["left", "right"] };

function scene(joints = 3, room = joints) {
  const clock = new ManualClock();
  const driver = new Robot(clock);
  const block = new ViewBlock({ joints: room, bodySensors: 1, forceSensors: 2 });
  const state = emptyState(room, SENSORS.bodySensors, SENSORS.forceSensors);
  const cycle = new ViewCycle({ driver, state, block, joints, clock });
  const startNs = clock.now();
  const ask = () => Atomics.add(block.flags, ViewBlock.ASKED, 1);
  const steps = (count: number) => {
    for (let i = 0; i < count; i++) assert.equal(cycle.step(), ViewEnd.Running);
  };
  return {
    clock,
    driver,
    block,
    cycle,
    ask,
    steps,
    /** The window after `count` more cycles. */
    window(count: number) {
      if (count > 1) steps(count - 1);
      ask();
      steps(1);
      return readWindow(block, SENSORS, startNs);
    },
  };
}

const report = (count: number, value = 0.5) => (into: RobotState) => {
  into.position.fill(value);
  into.positionCount = into.velocityCount = into.torqueCount = count;
};

Deno.test("a window has the figures of its own cycles, and the State of the last one", () => {
  const { driver, window, clock } = scene();
  driver.fill = report(3);
  const first = window(1);
  assert.equal(first.cycles, 1);
  assert.deepEqual(first.sync, { min: 2000, avg: 2000, max: 2000 });
  assert.equal(first.period, undefined);
  assert.equal(first.rateHz, undefined);
  assert.deepEqual(first.position, [0.5, 0.5, 0.5]);
  driver.syncNs = 4e6;
  clock.time[0] += 1e6;
  window(1);
  driver.syncNs = 1e6;
  const second = window(10);
  assert.equal(second.cycles, 10);
  assert.equal(second.totalCycles, 12);
  assert.deepEqual(second.sync, { min: 1000, avg: 1000, max: 1000 });
  assert.equal(second.rateHz, 1000);
  assert.equal(second.durationS, 0.01);
  assert.equal(second.timeS, 0.017);
});

Deno.test("nothing is handed over before it is asked for", () => {
  const { driver, block, steps, ask } = scene();
  driver.fill = report(3);
  steps(5);
  assert.ok(block.window.every((value) => value === 0));
  ask();
  steps(1);
  const copy = block.window.slice();
  driver.fill = report(3, 9);
  steps(5);
  assert.deepEqual(block.window, copy);
});

Deno.test("sensors come along, in the order of the module", () => {
  const { driver, window } = scene();
  driver.fill = (into) => {
    into.bodySensors[0].present = true;
    into.bodySensors[0].orientation.set([1, 2, 3, 4]);
    into.bodySensors[0].angularVelocity.set([5, 6, 7]);
    into.bodySensors[0].linearAcceleration.set([8, 9, 10]);
    into.forceSensors[1].present = true;
    into.forceSensors[1].force.set([1, 2, 3]);
    into.forceSensors[1].torque.set([4, 5, 6]);
  };
  const { bodySensors, forceSensors } = window(1);
  assert.deepEqual(bodySensors, [{
    name: "imu",
    present: true,
    orientation: [1, 2, 3, 4],
    angularVelocity: [5, 6, 7],
    linearAcceleration: [8, 9, 10],
  }]);
  assert.equal(forceSensors[0].present, false);
  assert.deepEqual(forceSensors[1], { name: "right", present: true, force: [1, 2, 3], torque: [4, 5, 6] });
});

Deno.test("cycles without positions are counted, and are no fault", () => {
  const { driver, window } = scene();
  assert.equal(window(4).withoutState, 4);
  driver.fill = report(3);
  const { withoutState, wrong } = window(4);
  assert.deepEqual([withoutState, wrong.cycles], [0, 0]);
});

Deno.test("a number of values that is not the module's is counted, with the last one", () => {
  const { driver, window } = scene();
  driver.fill = report(2);
  window(1);
  assert.deepEqual(window(3).wrong, { cycles: 3, vector: 0, count: 2, wanted: 3 });
  driver.fill = (into) => {
    report(3)(into);
    into.torqueCount = 7;
  };
  const { wrong, torque, position } = window(1);
  assert.deepEqual(wrong, { cycles: 1, vector: 2, count: 7, wanted: 3 });
  assert.deepEqual([torque.length, position.length], [3, 3], "there is no room for more");
});

Deno.test("without a module the first number counts, and each change is told once", () => {
  const { driver, window } = scene(0, 8);
  window(2);
  driver.fill = report(5);
  assert.equal(window(2).wrong.cycles, 0);
  driver.fill = report(7);
  assert.deepEqual(window(3).wrong, { cycles: 1, vector: 0, count: 7, wanted: 5 });
  const { wrong, position } = window(3);
  assert.equal(wrong.cycles, 0);
  assert.equal(position.length, 7);
  driver.fill = report(200);
  assert.equal(window(1).position.length, 8);
});

Deno.test("a value that is not finite is found in every cycle, also when the last one is fine again", () => {
  const { driver, window, steps } = scene();
  driver.fill = (into) => {
    report(3)(into);
    into.velocity[2] = -Infinity;
  };
  steps(2);
  driver.fill = (into) => {
    report(3)(into);
    into.velocity[2] = 0;
  };
  const { notFinite, cycles } = window(3);
  assert.deepEqual([notFinite, cycles], [{ cycles: 2, vector: 1, index: 2, value: -Infinity }, 5]);
  driver.fill = (into) => {
    report(3)(into);
    into.forceSensors[1].present = true;
    into.forceSensors[1].torque[0] = NaN;
  };
  assert.deepEqual(window(1).notFinite, { cycles: 1, vector: 3, index: 2, value: NaN });
});

Deno.test("faults of the driver end the loop", () => {
  const { driver, cycle } = scene();
  driver.readCode = -5;
  assert.equal(cycle.step(), ViewEnd.ReadFault);
  driver.code = -1;
  assert.equal(cycle.step(), ViewEnd.SyncFault);
});

Deno.test("a sync() that never waits is slept for; one that catches up is not", () => {
  const { driver, window, clock, steps } = scene();
  driver.fill = report(3);
  driver.syncNs = 1000;
  steps(100);
  driver.syncNs = 2e6;
  assert.equal(window(1).syncDoesNotBlock, false);
  assert.equal(clock.sleeps[0], 0);
  driver.syncNs = 1000;
  assert.equal(window(200).syncDoesNotBlock, true);
  assert.ok(clock.sleeps[0] >= 90, `${clock.sleeps[0]} sleeps`);
});

Deno.test("nothing is ever commanded", () => {
  const { driver, window } = scene();
  driver.fill = report(3);
  window(500);
  assert.equal(driver.commands, 0);
});

Deno.test("20,000 cycles leave less than 32 kB on the heap", () => {
  const { driver, cycle, block } = scene();
  driver.fill = (into) => {
    into.positionCount = into.velocityCount = into.torqueCount = 3;
  };
  const run = (count: number, windowEvery: number) => {
    for (let i = 0; i < count; i++) {
      if (i % windowEvery === 0) Atomics.add(block.flags, ViewBlock.ASKED, 1);
      if (cycle.step() !== ViewEnd.Running) return;
    }
  };
  run(60_000, 1);
  let least = Infinity;
  for (let i = 0; i < 5; i++) {
    const before = Deno.memoryUsage().heapUsed;
    run(20_000, 100);
    const growth = Deno.memoryUsage().heapUsed - before;
    // A collection in the window makes the figure negative: such a window tells nothing.
    if (growth >= 0) least = Math.min(least, growth);
  }
  assert.ok(least < 32 * 1024, `${least} bytes`);
});
