import assert from "node:assert/strict";
import { GuardedController } from "../controller/module/guarded_controller.ts";
import { GuardedDriver } from "../drivers/module/guarded_driver.ts";
import { Codec } from "../wasm/codec.ts";

/** A robot with a fractional number in it that changes in every cycle, kept in an array. */
function robot() {
  const q = Float64Array.of(0, 0);
  return {
    sync() {
      q[0] += 0.001;
      return 0;
    },
    readState(into: { position: Float64Array; positionCount: number }) {
      for (let i = 0; i < q.length; i++) into.position[i] = q[i];
      into.positionCount = q.length;
      return 0;
    },
    servoJ(target: Float64Array) {
      for (let i = 0; i < q.length; i++) q[i] = target[i];
      return 0;
    },
    lastError: () => "",
  };
}

function brain() {
  const held = new Float64Array(2);
  return {
    setEncoderValues(_robot: number, q: Float64Array, count: number) {
      for (let i = 0; i < count; i++) held[i] = q[i];
    },
    initializeRobot: () => 0,
    run: () => 0,
    command(_robot: number, _mode: string, into: Float64Array) {
      for (let i = 0; i < held.length; i++) into[i] = held[i];
      return 0;
    },
    lastError: () => "",
  };
}

Deno.test("the guards of modules: 20,000 cycles leave less than 32 kB on the heap", async () => {
  const driver = new GuardedDriver(robot(), "/robots/driver.js");
  const controller = new GuardedController(brain(), "/robots/controller.js", 1e6, [2]);
  const state = (await Codec.load()).newState({ joints: 2 });
  const target = new Float64Array(2);
  controller.start();
  const cycle = () => {
    if (driver.sync() + driver.readState(state) !== 0 || !controller.isRunning()) return false;
    controller.setEncoderValues(0, state.position, 2);
    controller.setEncoderVelocities(0, state.velocity, 2);
    if (controller.run() + controller.command(0, "position", target) !== 0) return false;
    return driver.servoJ(target) === 0;
  };
  for (let i = 0; i < 60_000; i++) assert.ok(cycle());
  let least = Infinity;
  for (let window = 0; window < 5; window++) {
    const before = Deno.memoryUsage().heapUsed;
    for (let i = 0; i < 20_000; i++) if (!cycle()) assert.fail();
    const growth = Deno.memoryUsage().heapUsed - before;
    // A collection in the window makes the figure negative: such a window tells nothing.
    if (growth >= 0) least = Math.min(least, growth);
  }
  assert.ok(least < 32 * 1024, `${least} bytes`);
});
