import assert from "node:assert/strict";
import fc from "fast-check";
import { CONTROL_MODES, type ControlMode } from "../schemas/control_mode.ts";
import type { JointDescription, RobotModule } from "../schemas/robot_module.ts";
import type { RobotController, RobotControllerContext, RobotControllerFactory } from "./robot_controller.ts";

/** What the suite needs to know of a controller. */
export interface ControllerUnderTest {
  /** Name, as under `Controller:`. */
  readonly name: string;
  /** Makes the controller. */
  readonly create: RobotControllerFactory;
  /** A configuration that works for the robots `two` and `three`, with so many joints. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** One that must be refused, when there is one. */
  readonly broken?: Readonly<Record<string, unknown>>;
  /** True where it cannot run: without a compiler, say. */
  readonly ignore?: boolean;
  /** True when it leaves a library loaded, as the process does. */
  readonly keepsLibrary?: boolean;
}

const TIME_STEP_NS = 2e6;
const STARTS = [Float64Array.of(0.5, -0.25), Float64Array.of(0.1 + 0.2, -1, 0.7)];
const JOINT: Omit<JointDescription, "name"> = {
  type: "revolute",
  lower: -2,
  upper: 2,
  velocity: 1,
  acceleration: 4,
  effort: 50,
};

/**
 * One suite for every `RobotController`: each item of the contract in `robot_controller.ts` has its test here, and what a manager relies on
 * beside it: no command before a robot is known, and none that jumps.
 */
export function testRobotController(subject: ControllerUnderTest): void {
  const test = (name: string, run: (open: (mode?: ControlMode) => Promise<RobotController>) => Promise<void>) =>
    Deno.test({
      name: `controller ${subject.name}: ${name}`,
      ignore: subject.ignore,
      sanitizeResources: !subject.keepsLibrary,
      fn: () => run((mode = "position") => subject.create(contextOf(subject, mode))),
    });

  test("its period is that of the context, and it runs from start() to stop()", async (open) => {
    const controller = await open();
    assert.equal(controller.timeStepNs, TIME_STEP_NS);
    assert.equal(controller.isRunning(), false);
    begin(controller);
    assert.equal(controller.isRunning(), true);
    assert.equal(controller.run(), 0);
    assert.equal(controller.isRunning(), true);
    controller.stop();
    assert.equal(controller.isRunning(), false);
  });

  test("a robot that is not initialised has no command, and nothing of it is written", async (open) => {
    const controller = await open();
    measure(controller, 1, STARTS[1]);
    assert.equal(controller.initializeRobot(1, STARTS[1]), 0);
    for (const mode of CONTROL_MODES) {
      const into = new Float64Array(2).fill(9);
      assert.ok(controller.command(0, mode, into) < 0);
      assert.ok(into.every((value) => value === 9 || Number.isNaN(value)), `${into}`);
      assert.equal(controller.command(1, mode, new Float64Array(3)), 0);
    }
  });

  for (const mode of CONTROL_MODES) {
    test(`in ${mode} mode, the first command keeps the robot where it was measured, bit by bit`, async (open) => {
      const controller = await open(mode);
      begin(controller);
      for (const runs of [0, 1]) {
        if (runs > 0) assert.equal(controller.run(), 0);
        STARTS.forEach((start, robot) => {
          const first = commandOf(controller, robot, mode, start.length);
          if (mode === "position") assert.deepEqual(first, [...start]);
          else assert.ok(first.every((value) => value === 0), `${first}`);
        });
      }
    });

    test(`in ${mode} mode, commands are finite, one a joint and no more, and within the limits`, async (open) => {
      const controller = await open(mode);
      begin(controller);
      for (let run = 0; run < 3000; run++) {
        STARTS.forEach((start, robot) => measure(controller, robot, start)); // a robot that does not move
        assert.equal(controller.run(), 0, controller.lastError());
        STARTS.forEach((start, robot) => {
          const into = new Float64Array(start.length + 2).fill(NaN, 0, start.length).fill(9, start.length);
          assert.equal(controller.command(robot, mode, into), 0);
          assert.deepEqual([...into.subarray(start.length)], [9, 9]);
          const most = mode === "position" ? JOINT.upper : mode === "velocity" ? JOINT.velocity : JOINT.effort;
          for (const value of into.subarray(0, start.length)) assert.ok(Math.abs(value) <= most + 1e-9, `${value}`);
        });
      }
    });
  }

  test("positions never go faster than the joints may", async (open) => {
    const controller = await open();
    begin(controller);
    const last = STARTS.map((start) => [...start]);
    for (let run = 0; run < 5000; run++) {
      last.forEach((q, robot) => measure(controller, robot, Float64Array.from(q)));
      controller.run();
      last.forEach((q, robot) => {
        const next = commandOf(controller, robot, "position", q.length);
        next.forEach((value, i) =>
          assert.ok(Math.abs(value - q[i]) <= JOINT.velocity * TIME_STEP_NS / 1e9 + 1e-12, `joint ${i} in run ${run}`)
        );
        last[robot] = next;
      });
    }
  });

  test("between two runs a command stays the same, whatever is measured meanwhile", async (open) => {
    for (const mode of CONTROL_MODES) {
      const controller = await open(mode);
      begin(controller);
      for (let run = 0; run < 50; run++) controller.run();
      const before = commandOf(controller, 0, mode, 2);
      for (let tick = 0; tick < 5; tick++) {
        measure(controller, 0, Float64Array.of(0.5 + tick / 100, -0.25));
        assert.deepEqual(commandOf(controller, 0, mode, 2), before);
      }
    }
  });

  test("buffers of measurements are the caller's: they are not changed, and not looked at later", async (open) => {
    const [kept, reused] = [await open(), await open()];
    const buffer = new Float64Array(3);
    const give = (controller: RobotController, robot: number, values: Float64Array, isReused: boolean) => {
      const q = isReused ? buffer.subarray(0, values.length) : values;
      q.set(values);
      controller.setEncoderValues(robot, q, q.length);
      assert.equal(controller.initializeRobot(robot, q), 0);
      assert.deepEqual([...q], [...values]);
      if (isReused) buffer.fill(NaN);
    };
    STARTS.forEach((start, robot) => {
      give(kept, robot, start.slice(), false);
      give(reused, robot, start, true);
    });
    for (const controller of [kept, reused]) {
      controller.initializeRobots();
      controller.start();
    }
    for (let run = 0; run < 500; run++) {
      assert.equal(kept.run() + reused.run(), 0);
      for (const robot of [0, 1]) {
        const n = STARTS[robot].length;
        assert.deepEqual(commandOf(reused, robot, "position", n), commandOf(kept, robot, "position", n));
      }
    }
  });

  test("measurements of every kind may come or be left out, and are taken without a word", async (open) => {
    const controller = await open("torque");
    const three = new Float64Array(3);
    begin(controller);
    for (let run = 0; run < 20; run++) {
      controller.setEncoderValues(0, STARTS[0], 2);
      if (run % 2 === 0) controller.setEncoderVelocities(0, new Float64Array(2), 2);
      if (run % 3 === 0) controller.setJointTorques(0, new Float64Array(2), 2);
      if (run % 4 === 0) controller.setBodySensor(0, 0, Float64Array.of(1, 0, 0, 0), three, three);
      if (run % 5 === 0) controller.setForceSensor(1, 0, three, three);
      assert.equal(controller.run(), 0);
    }
  });

  test("a robot whose position is not finite is refused, told, and has no command", async (open) => {
    for (const value of [NaN, Infinity, -Infinity]) {
      const controller = await open();
      assert.ok(controller.initializeRobot(0, Float64Array.of(0.5, value)) < 0);
      assert.match(controller.lastError(), /\S: \S/);
      assert.ok(controller.command(0, "position", new Float64Array(2)) < 0);
      assert.equal(controller.initializeRobot(0, STARTS[0]), 0, "and may be there with the next State");
      assert.deepEqual(commandOf(controller, 0, "position", 2), [...STARTS[0]]);
    }
  });

  test("wherever a robot stands within its limits, it is kept there at first", async (open) => {
    const angle = fc.double({ min: -2, max: 2, noNaN: true }).map((value) => value + 0); // -0 is 0
    await fc.assert(
      fc.asyncProperty(fc.tuple(angle, angle), async (q) => {
        const controller = await open();
        measure(controller, 0, Float64Array.from(q));
        assert.equal(controller.initializeRobot(0, Float64Array.from(q)), 0);
        controller.initializeRobots();
        controller.start();
        controller.run();
        assert.deepEqual(commandOf(controller, 0, "position", 2), [...Float64Array.from(q)]);
      }),
      { numRuns: 50 },
    );
  });

  const { broken } = subject;
  if (broken === undefined) return;
  test("a configuration that is wrong is refused, with what is wrong and what was wanted", async () => {
    const context = contextOf(subject, "position");
    await assert.rejects(() => subject.create({ ...context, configuration: broken }), /\S: \S.*wanted/s);
  });
}

function moduleOf(joints: number): RobotModule {
  const list = Array.from({ length: joints }, (_, i) => ({ name: `joint_${i}`, ...JOINT }));
  const sensors = { bodySensors: ["imu"], forceSensors: ["wrist"] };
  return { name: "M", joints: list, grippers: [], ...sensors, posture: list.map(() => 0) };
}

function contextOf({ configuration }: ControllerUnderTest, mode: ControlMode): RobotControllerContext {
  const robots = [["two", 2], ["three", 3]] as const;
  return {
    timeStepNs: TIME_STEP_NS,
    robots: robots.map(([name, joints]) => ({ name, module: moduleOf(joints), mode, periodNs: 1e6 })),
    configuration,
  };
}

/** Both robots are there, and all have been checked. */
function begin(controller: RobotController): void {
  STARTS.forEach((start, robot) => {
    measure(controller, robot, start);
    assert.equal(controller.initializeRobot(robot, start), 0);
  });
  controller.initializeRobots();
  controller.start();
}

function measure(controller: RobotController, robot: number, q: Float64Array): void {
  controller.setEncoderValues(robot, q, q.length);
  controller.setEncoderVelocities(robot, new Float64Array(q.length), q.length);
}

function commandOf(controller: RobotController, robot: number, mode: ControlMode, joints: number): number[] {
  const into = new Float64Array(joints);
  assert.equal(controller.command(robot, mode, into), 0);
  return [...into];
}
