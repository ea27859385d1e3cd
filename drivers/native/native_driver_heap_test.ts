import assert from "node:assert/strict";
import { TestClock } from "../../core/test_clock.ts";
import { UR5E } from "../../robots/ur5e.ts";
import { buildPlugin } from "../../tests/kit/build_plugin.ts";
import { hasProgram } from "../../tests/kit/has_program.ts";
import { skipUnless } from "../../tests/skip_unless.ts";
import type { RobotState } from "../../schemas/robot_state.ts";
import { TestPlace } from "./test_place.ts";

const ignore = skipUnless(hasProgram("g++"), "g++ is not installed");
const CYCLES = 10_000;

function stateOf(n: number, imu: string, wrist: string): RobotState {
  const values = (count: number) => new Float64Array(count);
  return {
    position: values(n),
    velocity: values(n),
    torque: values(n),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: [{
      name: imu,
      present: false,
      orientation: values(4),
      angularVelocity: values(3),
      linearAcceleration: values(3),
    }],
    forceSensors: [{ name: wrist, present: false, force: values(3), torque: values(3) }],
    stamp: new Uint32Array(2),
  };
}

for (const mode of ["position", "velocity", "torque"] as const) {
  Deno.test({
    name: `native driver in ${mode} mode: 10,000 cycles with sensors leave less than 16 kB on the heap`,
    ignore,
    sanitizeResources: false,
    async fn() {
      using place = new TestPlace();
      place.put("probe.so", await buildPlugin(new URL("../../tests/plugins/probe.cpp", import.meta.url).pathname));
      const script = `${place.prefix}/script`;
      Deno.writeTextFileSync(script, "period_us: 0\nstep_us: 1000\nimu: imu\nforce_sensor: wrist\n");
      const module = { ...UR5E, bodySensors: ["imu"], forceSensors: ["wrist"] };
      const driver = await (await place.load("RobotDriverProbe"))({
        robot: "r",
        ip: "",
        port: 0,
        configPath: script,
        mode,
        periodNs: 1e6,
        module,
        clock: new TestClock(),
        log: () => {},
      });
      const state = stateOf(module.joints.length, "imu", "wrist");
      const command = new Float64Array(module.joints.length).fill(0.25);
      const cycle = () => {
        if (driver.sync() !== 0 || driver.readState(state) !== 0) return -1;
        if (mode === "position") return driver.servoJ(command);
        return mode === "velocity" ? driver.speedJ(command) : driver.tauJ(command);
      };
      for (let i = 0; i < 3 * CYCLES; i++) assert.equal(cycle(), 0);
      let least = Infinity;
      for (let window = 0; window < 5; window++) {
        const before = Deno.memoryUsage().heapUsed;
        for (let i = 0; i < CYCLES; i++) {
          if (cycle() !== 0) throw new assert.AssertionError({ message: driver.lastError() });
        }
        const growth = Deno.memoryUsage().heapUsed - before;
        // A window with a collection in it tells nothing.
        if (growth >= 0) least = Math.min(least, growth);
      }
      driver.close();

      assert.ok(least < 16 * 1024, `${least} bytes`);
      assert.ok(state.bodySensors[0].present && state.forceSensors[0].present);
    },
  });
}
