import assert from "node:assert/strict";
import { Codec } from "../../wasm/codec.ts";
import type { RobotDriverModule } from "./robot_driver_module.ts";
import { GuardedDriver } from "./guarded_driver.ts";

const Q = new Float64Array(2);
const METHODS = ["sync", "readState", "servoJ", "speedJ", "tauJ"] as const;

/** A guarded driver whose methods do what a test wants. */
function guarded(methods: Record<string, unknown> = {}): GuardedDriver {
  const driver: RobotDriverModule = {
    sync: () => 0,
    readState: (into) => {
      into.position.set([1, 2]);
      into.positionCount = 2;
      return 0;
    },
    servoJ: () => 1,
    speedJ: () => 2,
    tauJ: () => 3,
    lastError: () => "as told",
  };
  return new GuardedDriver(Object.assign(driver, methods), "/robots/driver.js");
}

async function call(driver: GuardedDriver, method: typeof METHODS[number]): Promise<number> {
  if (method === "sync") return driver.sync();
  if (method !== "readState") return driver[method](Q);
  return driver.readState((await Codec.load()).newState({ joints: 2 }));
}

Deno.test("guarded driver: what works goes through, with its numbers and its arguments", async () => {
  const given: unknown[] = [];
  const driver = guarded({ speedJ: (qd: Float64Array) => (given.push(qd), 4) });
  assert.deepEqual(await Promise.all(METHODS.map((method) => call(driver, method))), [0, 0, 1, 4, 3]);
  assert.equal(given[0], Q);
  const state = (await Codec.load()).newState({ joints: 2 });
  driver.readState(state);
  assert.deepEqual([...state.position], [1, 2]);
  assert.equal(driver.lastError(), "");
});

Deno.test("guarded driver: methods of a class keep their `this`", () => {
  class Robot {
    #cycles = 0;
    sync() {
      return this.#cycles++;
    }
    readState() {
      return 0;
    }
    lastError() {
      return `after ${this.#cycles}`;
    }
  }
  const driver = new GuardedDriver(new Robot(), "/robots/driver.js");
  assert.deepEqual([driver.sync(), driver.sync()], [0, 1]);
});

Deno.test("guarded driver: an exception is -1, and the text names the method", async () => {
  for (const method of METHODS) {
    const driver = guarded({
      [method]: () => {
        throw new RangeError("no answer");
      },
    });
    assert.equal(await call(driver, method), -1);
    assert.equal(driver.lastError(), `${method}() threw: RangeError: no answer`);
  }
});

Deno.test("guarded driver: a result that is no number is -1; a negative number is the driver's own fault", async () => {
  for (const method of METHODS) {
    for (
      const [value, is] of [
        [undefined, "nothing"],
        [NaN, "NaN"],
        ["0", "a string"],
      ]
    ) {
      const driver = guarded({ [method]: () => value });
      assert.equal(await call(driver, method), -1);
      assert.equal(driver.lastError(), `${method}() returned ${is}; wanted 0, or a negative number on a fault`);
    }
    const late = guarded({ [method]: () => Promise.resolve(0) });
    assert.equal(await call(late, method), -1);
    assert.equal(late.lastError(), `${method}() returned a promise; wanted a number at once: it must not be async`);
    const own = guarded({ [method]: () => -5 });
    assert.equal(await call(own, method), -5);
    assert.equal(own.lastError(), "as told");
  }
});

Deno.test("guarded driver: a vector of the State that is replaced is found out", async () => {
  for (const vector of ["position", "velocity", "torque"]) {
    const driver = guarded({
      readState: (into: Record<string, unknown>) => {
        Object.defineProperty(into, vector, { value: [1, 2], writable: true });
        return 0;
      },
    });
    assert.equal(await call(driver, "readState"), -1);
    assert.match(driver.lastError(), /^readState\(\): a vector of the State was replaced; wanted its values filled in/);
  }
});

Deno.test("guarded driver: lastError, sensorNames and close never throw, and may be left out or promise", async () => {
  const angry = () => {
    throw new Error("worse");
  };
  const driver = guarded({ sync: () => -1, lastError: angry, sensorNames: angry, close: angry });
  driver.sync();
  assert.equal(driver.lastError(), "sync() returned -1, and lastError() threw: worse");
  assert.deepEqual(driver.sensorNames(), { bodySensors: [], forceSensors: [] });
  driver.close();
  guarded().close();
  guarded({ close: () => Promise.reject(new Error("late")) }).close();
  await new Promise((resolve) => setTimeout(resolve, 0));
  let closed = 0;
  guarded({ close: () => void closed++ }).close();
  assert.equal(closed, 1);
  const names = { bodySensors: ["imu"], forceSensors: [] };
  assert.deepEqual(guarded({ sensorNames: () => names }).sensorNames(), names);
});
