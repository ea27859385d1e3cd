import assert from "node:assert/strict";
import type { Clock } from "../core/clock.ts";
import { createPostureController } from "../controller/posture/mod.ts";
import { createRobotDriverMock } from "../drivers/mock/mod.ts";
import { CONTROL_MODES, type ControlMode } from "../schemas/control_mode.ts";
import type { RobotModule } from "../schemas/robot_module.ts";
import type { RobotCommand, RobotState } from "../schemas/robot_state.ts";
import { CommandGate } from "./command_gate.ts";

const PERIOD_NS = 1e6;
const MODULE: RobotModule = {
  name: "M",
  joints: Array.from({ length: 6 }, (_, i) => ({
    name: `j${i}`,
    type: "revolute" as const,
    lower: -3,
    upper: 3,
    velocity: 2,
    acceleration: 6,
    effort: 100,
  })),
  grippers: [],
  bodySensors: ["imu"],
  forceSensors: ["wrist"],
  posture: [0, 0, 0, 0, 0, 0],
};

/** Time that only passes when somebody sleeps; kept in an array, as every number that changes in a cycle. */
class ManualClock implements Clock {
  readonly #time = Float64Array.of(1e9);

  now(): number {
    return this.#time[0];
  }

  sleepUntil(deadlineNs: number): number {
    this.#time[0] = deadlineNs;
    return 0;
  }

  stamp(): void {}

  fromStamp(): number {
    return 0;
  }
}

function stateOf(n: number): RobotState {
  const three = () => new Float64Array(3);
  return {
    position: new Float64Array(n),
    velocity: new Float64Array(n),
    torque: new Float64Array(n),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    bodySensors: [{
      name: "imu",
      present: false,
      orientation: new Float64Array(4),
      angularVelocity: three(),
      linearAcceleration: three(),
    }],
    forceSensors: [{ name: "wrist", present: false, force: three(), torque: three() }],
    stamp: new Uint32Array(2),
  };
}

function commandOf(n: number): RobotCommand {
  return {
    kp: 0,
    kd: 0,
    position: new Float64Array(n),
    velocity: new Float64Array(n),
    torque: new Float64Array(n),
    positionCount: 0,
    velocityCount: 0,
    torqueCount: 0,
    stateStamp: new Uint32Array(2),
    stateHold: new Uint32Array(2),
  };
}

/** One cycle of a robot with its controller, in one process: driver, controller, gate, driver. */
async function cycleOf(mode: ControlMode): Promise<() => number> {
  const n = MODULE.joints.length;
  const context = { mode, module: MODULE, periodNs: PERIOD_NS };
  const driver = await createRobotDriverMock({
    ...context,
    robot: "r",
    ip: "",
    port: 0,
    configPath: "",
    clock: new ManualClock(),
    log: () => {},
  });
  const controller = await createPostureController({
    timeStepNs: PERIOD_NS,
    robots: [{ ...context, name: "r" }],
    configuration: {
      posture: {
        dwell: 0.1,
        loop: true,
        speed: 1,
        robots: { r: { targets: [[1, -1, 1, -1, 1, -1], [0, 0, 0, 0, 0, 0]] } },
      },
    },
  });
  const gate = new CommandGate(mode, MODULE.joints);
  const state = stateOf(n), command = commandOf(n);
  let isFirst = true;
  return () => {
    if (driver.sync() !== 0 || driver.readState(state) !== 0) return -1;
    controller.setEncoderValues(0, state.position, state.positionCount);
    controller.setEncoderVelocities(0, state.velocity, state.velocityCount);
    if (isFirst) {
      controller.initializeRobot(0, state.position);
      controller.start();
    }
    controller.run();
    let refused = 0;
    if (mode === "position") {
      controller.command(0, mode, command.position);
      command.positionCount = n;
    } else if (mode === "velocity") {
      controller.command(0, mode, command.velocity);
      command.velocityCount = n;
    } else {
      controller.command(0, mode, command.torque);
      command.torqueCount = n;
    }
    refused = isFirst ? gate.checkFirst(command, state.position) : gate.check(command);
    isFirst = false;
    if (refused !== 0) return -2;
    if (mode === "position") return driver.servoJ(command.position);
    return mode === "velocity" ? driver.speedJ(command.velocity) : driver.tauJ(command.torque);
  };
}

/** Least growth of the heap [bytes] over `cycles` cycles, of several windows: what the compiler takes meanwhile is not the loop's. */
function growthOf(cycle: () => number, cycles: number): number {
  let least = Infinity;
  for (let window = 0; window < 5; window++) {
    const before = Deno.memoryUsage().heapUsed;
    for (let i = 0; i < cycles; i++) {
      if (cycle() !== 0) return NaN;
    }
    // A collection in the window makes the figure negative: such a window tells nothing.
    const growth = Deno.memoryUsage().heapUsed - before;
    if (growth >= 0) least = Math.min(least, growth);
  }
  return least;
}

for (const mode of CONTROL_MODES) {
  Deno.test(`mock, gate and posture in ${mode} mode: 20,000 cycles leave less than 32 kB on the heap`, async () => {
    const cycle = await cycleOf(mode);
    for (let i = 0; i < 60_000; i++) assert.equal(cycle(), 0);
    const growth = growthOf(cycle, 20_000);
    assert.ok(growth < 32 * 1024, `${growth} bytes`);
  });
}

Deno.test("the measure notices one number a cycle", async () => {
  const cycle = await cycleOf("position");
  const kept: { value: number }[] = [];
  const growth = growthOf(() => {
    kept.push({ value: 0.5 });
    kept.length = 1;
    return cycle();
  }, 20_000);
  assert.ok(growth > 32 * 1024, `${growth} bytes`);
});
