import assert from "node:assert/strict";
import fc from "fast-check";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { JointDescription, RobotModule } from "../../schemas/robot_module.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotControllerContext } from "../robot_controller.ts";
import { createPostureController } from "./create_posture_controller.ts";
import type { PostureController } from "./posture_controller.ts";
import { PosturePhase } from "./posture_phase.ts";

const PAN: JointDescription = {
  name: "pan",
  type: "revolute",
  lower: -3,
  upper: 3,
  velocity: 2,
  acceleration: 4,
  effort: 150,
};
const LIFT: JointDescription = { ...PAN, name: "lift", velocity: 1, acceleration: 8, effort: 28 };

function moduleOf(joints: readonly JointDescription[]): RobotModule {
  return { name: "M", joints, grippers: [], bodySensors: [], forceSensors: [], posture: joints.map(() => 0) };
}

function contextOf(posture: unknown, timeStepNs = 1e6, joints: readonly JointDescription[] = [PAN, LIFT]) {
  const context: RobotControllerContext = {
    timeStepNs,
    robots: [{ name: "r", module: moduleOf(joints), mode: "position", periodNs: timeStepNs }],
    configuration: { posture },
  };
  return context;
}

async function postureOf(posture: unknown, timeStepNs = 1e6, joints: readonly JointDescription[] = [PAN, LIFT]) {
  return await createPostureController(contextOf(posture, timeStepNs, joints)) as PostureController;
}

/** Positions of every `run()` until the robot stays, the measured position being the command (an ideal robot). */
function trace(controller: PostureController, start: readonly number[], most = 1_000_000): number[][] {
  const q = Float64Array.from(start);
  const positions: number[][] = [];
  assert.equal(controller.initializeRobot(0, q), 0);
  controller.start();
  while (controller.robotPhase(0) !== PosturePhase.Staying && positions.length < most) {
    controller.setEncoderValues(0, q, q.length);
    assert.equal(controller.run(), 0);
    assert.equal(controller.command(0, "position", q), 0);
    positions.push([...q]);
  }
  return positions;
}

const maximum = (values: readonly number[]) => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const joint = (positions: readonly number[][], i: number) => positions.map((q) => q[i]);
const differences = (values: readonly number[], dt: number) => values.slice(1).map((v, i) => (v - values[i]) / dt);

Deno.test("posture: the first command is the measured position, bit by bit, and each target is reached exactly", async () => {
  const controller = await postureOf({
    dwell: 0,
    loop: false,
    speed: 1,
    robots: { r: { targets: [[1, 0.1], [0, 0]] } },
  });
  const positions = trace(controller, [0.1 + 0.2, -0.7]);
  assert.deepEqual(positions[0], [0.1 + 0.2, -0.7]);
  assert.ok(positions.some((q) => q[0] === 1 && q[1] === 0.1));
  assert.deepEqual(positions.at(-1), [0, 0]);
});

Deno.test("posture: starts from the position measured last before the first run, not from an old one", async () => {
  const controller = await postureOf({ dwell: 0, loop: false, speed: 1, robots: { r: { targets: [[1, 1]] } } });
  controller.initializeRobot(0, Float64Array.of(0, 0));
  controller.start();
  const into = new Float64Array(2);
  controller.command(0, "position", into);
  assert.deepEqual([...into], [0, 0], "before the first run: where it was initialised");
  controller.setEncoderValues(0, Float64Array.of(0.02, -0.01), 2);
  controller.run();
  controller.command(0, "position", into);
  assert.deepEqual([...into], [0.02, -0.01]);
});

Deno.test("posture: position, velocity and acceleration are continuous where motions and dwells meet", async () => {
  for (const dwell of [0, 0.05]) {
    const targets = [[1, -0.5], [-1, 0.5], [0.5, 0.5]];
    const controller = await postureOf({ dwell, loop: false, speed: 1, robots: { r: { targets } } });
    const positions = trace(controller, [0, 0]);
    const dt = 1e-3;
    for (const i of [0, 1]) {
      const velocities = differences(joint(positions, i), dt);
      const accelerations = differences(velocities, dt);
      const jerks = differences(accelerations, dt);
      // The largest jerk of the motion is 60 d/T³, at its ends; a jump of the acceleration by 1 would be a jerk of 1000.
      assert.ok(maximum(jerks) < 150, `jerk ${maximum(jerks)}`);
      assert.ok(maximum(jerks) > 1, "the motion is not empty");
    }
  }
});

const anyJoint = fc.record({
  velocity: fc.double({ min: 0.5, max: 10, noNaN: true }),
  acceleration: fc.double({ min: 0.1, max: 30, noNaN: true }),
  targets: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: 4, maxLength: 4 }),
});

Deno.test("posture: velocity and acceleration limits times speed are never exceeded, whatever the period", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyJoint, { minLength: 1, maxLength: 3 }),
      fc.double({ min: 0.2, max: 1, noNaN: true }),
      fc.constantFrom(1e6, 2e6, 5e6, 1e7, 1e8),
      async (list, speed, timeStepNs) => {
        const joints = list.map((each, i) => ({
          ...PAN,
          name: `j${i}`,
          velocity: each.velocity,
          acceleration: each.acceleration,
        }));
        const targets = [1, 2, 3].map((k) => list.map((each) => each.targets[k]));
        const start = list.map((each) => each.targets[0]);
        const controller = await postureOf(
          { dwell: 0, loop: false, speed, robots: { r: { targets } } },
          timeStepNs,
          joints,
        );
        const into = new Float64Array(list.length);
        const dt = timeStepNs / 1e9;
        const positions = trace(controller, start);
        assert.deepEqual(positions.at(-1), targets.at(-1));
        joints.forEach((each, i) => {
          const velocities = differences(joint(positions, i), dt);
          assert.ok(maximum(velocities) <= each.velocity * speed + 1e-9);
          assert.ok(maximum(differences(velocities, dt)) <= each.acceleration * speed + 1e-6);
        });
        // The velocity command of an ideal robot keeps the limit too.
        controller.initializeRobot(0, Float64Array.from(start));
        while (controller.robotPhase(0) !== PosturePhase.Staying) {
          controller.run();
          controller.command(0, "position", into);
          controller.setEncoderValues(0, into, into.length);
          controller.command(0, "velocity", into);
          joints.forEach((each, i) => assert.ok(Math.abs(into[i]) <= each.velocity));
        }
      },
    ),
    { numRuns: 30 },
  );
});

Deno.test("posture: is as fast as the slowest joint's limits allow, and all joints arrive together", async () => {
  // pan: 15/8 · 2 rad / 2 rad/s = 1.875 s by velocity, √(5.7735 · 2 / 4) = 1.699 s by acceleration; lift needs less.
  const controller = await postureOf({ dwell: 0, loop: false, speed: 1, robots: { r: { targets: [[2, 0.1]] } } });
  const positions = trace(controller, [0, 0]);
  assert.equal(positions.findIndex((q) => q[0] === 2), 1875);
  assert.equal(positions.findIndex((q) => q[1] === 0.1), 1875);
  assert.ok(Math.abs(positions[937][0] / 2 - positions[937][1] / 0.1) < 1e-12);
});

Deno.test("posture: half the speed uses half of each limit", async () => {
  const controller = await postureOf({ dwell: 0, loop: false, speed: 0.5, robots: { r: { targets: [[2, 0]] } } });
  assert.equal(trace(controller, [0, 0]).findIndex((q) => q[0] === 2), 3750);
});

Deno.test("posture: joints without limits move at 1 rad/s and 2 rad/s²; 0.1 m/s and 0.5 m/s²", async () => {
  for (const unlimited of [Infinity, 0]) {
    const free = { ...PAN, velocity: unlimited, acceleration: unlimited };
    const slide = { ...free, name: "slide", type: "prismatic" as const };
    const targets = [[2, 0], [2, 0.4]];
    const section = { dwell: 0, loop: false, speed: 1, robots: { r: { targets } } };
    const positions = trace(await postureOf(section, 1e6, [free, slide]), [0, 0]);
    assert.equal(positions.findIndex((q) => q[0] === 2), 3750);
    assert.equal(positions.findIndex((q) => q[1] === 0.4), 3750 + 7500);
  }
});

Deno.test("posture: dwells, then loops; phase and target index tell where it is", async () => {
  const targets = [[0.5, 0], [0, 0]];
  const controller = await postureOf({ dwell: 0.3, loop: true, speed: 1, robots: { r: { targets } } });
  assert.deepEqual([controller.robotPhase(0), controller.targetIndex(0)], [PosturePhase.Waiting, -1]);
  controller.initializeRobot(0, Float64Array.of(0, 0));
  const seen: string[] = [];
  const runs: number[] = [];
  for (let i = 0; i < 6000; i++) {
    controller.run();
    const now = `${controller.robotPhase(0)}/${controller.targetIndex(0)}`;
    if (seen.at(-1) !== now) runs[seen.push(now) - 1] = 0;
    runs[seen.length - 1]++;
  }
  const { Moving, Dwelling } = PosturePhase;
  const round = [`${Moving}/0`, `${Dwelling}/0`, `${Moving}/1`, `${Dwelling}/1`];
  assert.deepEqual(seen.slice(0, 6), [...round, ...round].slice(0, 6));
  assert.equal(runs[1], 301, "the arrival and 0.3 s");
  assert.equal(runs[3], 301);
});

Deno.test("posture: a target where the robot already stands takes no time but the dwell", async () => {
  const targets = [[0.5, 0.5], [0.5, 0.5]];
  const controller = await postureOf({ dwell: 0.01, loop: false, speed: 1, robots: { r: { targets } } });
  const positions = trace(controller, [0.5, 0.5]);
  assert.equal(positions.length, 1 + 10 + 10 + 2);
  assert.ok(positions.every((q) => q[0] === 0.5 && q[1] === 0.5));
});

Deno.test("posture: a robot without targets holds where it was measured, in every mode", async () => {
  for (const section of [undefined, { dwell: 1, loop: true, speed: 0.5, robots: {} }]) {
    const controller = await postureOf(section);
    controller.initializeRobot(0, Float64Array.of(0.3, -0.2));
    const into = new Float64Array(2);
    for (let i = 0; i < 100; i++) {
      controller.setEncoderValues(0, Float64Array.of(0.3, -0.2), 2);
      controller.run();
      controller.command(0, "position", into);
      assert.deepEqual([...into], [0.3, -0.2]);
      controller.command(0, "velocity", into);
      assert.deepEqual([...into], [0, 0]);
      controller.command(0, "torque", into);
      assert.deepEqual([...into], [0, 0]);
    }
    assert.equal(controller.robotPhase(0), PosturePhase.Holding);
    assert.equal(controller.targetIndex(0), -1);
  }
});

Deno.test("posture: velocity mode drives an integrator to the target, against an offset, with one cycle of delay", async () => {
  for (const timeStepNs of [1e6, 5e6, 2e7]) {
    const targets = [[1, -0.5]];
    const controller = await postureOf({ dwell: 3, loop: false, speed: 1, robots: { r: { targets } } }, timeStepNs);
    const q = Float64Array.of(0, 0);
    const qd = new Float64Array(2), next = new Float64Array(2);
    controller.initializeRobot(0, q);
    while (controller.robotPhase(0) !== PosturePhase.Staying) {
      for (const i of [0, 1]) q[i] += (qd[i] + 0.01) * timeStepNs / 1e9; // a drift of 0.01 rad/s
      controller.setEncoderValues(0, q, 2);
      controller.setEncoderVelocities(0, qd, 2);
      controller.run();
      qd.set(next);
      controller.command(0, "velocity", next);
      assert.ok(Math.abs(next[0]) <= PAN.velocity && Math.abs(next[1]) <= LIFT.velocity);
    }
    // What the drift leaves: 0.01 rad/s divided by the gain of 10/s.
    assert.ok(Math.abs(q[0] - 1) < 0.0015 && Math.abs(q[1] + 0.5) < 0.0015, `${[...q]}`);
  }
});

Deno.test("posture: torque mode drives a double integrator to the target, with and without measured velocities", async () => {
  for (const timeStepNs of [1e6, 5e6]) {
    for (const [inertia, measured] of [[0.5, true], [0.5, false], [3, true], [3, false]] as const) {
      const targets = [[1, 0]];
      const controller = await postureOf({ dwell: 3, loop: false, speed: 0.5, robots: { r: { targets } } }, timeStepNs);
      const dt = timeStepNs / 1e9;
      const q = Float64Array.of(-0.5, 0), qd = new Float64Array(2), tau = new Float64Array(2);
      controller.initializeRobot(0, q);
      let largest = 0;
      while (controller.robotPhase(0) !== PosturePhase.Staying) {
        qd[0] += tau[0] / inertia * dt;
        qd[1] += tau[1] / 0.1 * dt;
        for (const i of [0, 1]) q[i] += qd[i] * dt;
        controller.setEncoderValues(0, q, 2);
        controller.setEncoderVelocities(0, qd, measured ? 2 : 0);
        controller.run();
        controller.command(0, "torque", tau);
        largest = Math.max(largest, Math.abs(tau[0]));
        assert.ok(Math.abs(tau[0]) <= PAN.effort && Math.abs(tau[1]) <= LIFT.effort);
      }
      assert.ok(Math.abs(q[0] - 1) < 1e-3 && Math.abs(q[1]) < 1e-3, `${inertia} ${measured}: ${[...q]}`);
      assert.ok(Math.abs(qd[0]) < 1e-3, `still moves at ${qd[0]}`);
      assert.ok(largest > 0.1, "it did something");
    }
  }
});

Deno.test("posture: a torque beyond the effort limit is cut, not sent", async () => {
  const controller = await postureOf({ dwell: 0, loop: false, speed: 1, robots: {} });
  controller.initializeRobot(0, Float64Array.of(0, 0));
  controller.run();
  controller.setEncoderValues(0, Float64Array.of(3, -3), 2);
  controller.setEncoderVelocities(0, Float64Array.of(0, 0), 2);
  controller.run();
  const into = new Float64Array(2);
  controller.command(0, "torque", into);
  assert.deepEqual([...into], [-150, 28]);
  controller.command(0, "velocity", into);
  assert.deepEqual([...into], [-2, 1]);
});

Deno.test("posture: a robot initialised again starts again from there, at the first target", async () => {
  const targets = [[1, 0], [0, 0]];
  const controller = await postureOf({ dwell: 0, loop: true, speed: 1, robots: { r: { targets } } });
  controller.initializeRobot(0, Float64Array.of(0, 0));
  for (let i = 0; i < 2000; i++) controller.run();
  assert.equal(controller.targetIndex(0), 1);
  controller.initializeRobot(0, Float64Array.of(-0.25, 0.75));
  const into = new Float64Array(2);
  controller.command(0, "position", into);
  assert.deepEqual([...into], [-0.25, 0.75]);
  controller.run();
  controller.command(0, "position", into);
  assert.deepEqual([...into], [-0.25, 0.75]);
  assert.deepEqual([controller.robotPhase(0), controller.targetIndex(0)], [PosturePhase.Moving, 0]);
});

Deno.test("posture: no command before initialisation, nor after one that is not finite", async () => {
  const controller = await postureOf({ dwell: 0, loop: true, speed: 1, robots: { r: { targets: [[1, 0]] } } });
  const into = Float64Array.of(7, 7);
  for (const mode of ["position", "velocity", "torque"] satisfies ControlMode[]) {
    assert.ok(controller.command(0, mode, into) < 0);
  }
  assert.ok(controller.initializeRobot(0, Float64Array.of(0, NaN)) < 0);
  controller.run();
  assert.ok(controller.command(0, "position", into) < 0);
  assert.deepEqual([...into], [7, 7]);
  assert.match(controller.lastError(), /Cannot start robot 0/);
});

Deno.test("posture: measurements that are not finite or of another length never reach a command", async () => {
  const controller = await postureOf({ dwell: 0, loop: true, speed: 1, robots: { r: { targets: [[1, 0]] } } });
  controller.initializeRobot(0, Float64Array.of(0, 0));
  controller.run();
  const into = new Float64Array(2);
  for (
    const bad of [Float64Array.of(NaN, 0), Float64Array.of(Infinity, 0), Float64Array.of(5), Float64Array.of(5, 5, 5)]
  ) {
    controller.setEncoderValues(0, bad, bad.length);
    controller.setEncoderVelocities(0, bad, bad.length);
    controller.run();
    for (const mode of ["position", "velocity", "torque"] satisfies ControlMode[]) {
      controller.command(0, mode, into);
      assert.ok(into.every((v) => Number.isFinite(v) && Math.abs(v) < 3), `${mode} ${[...into]}`);
    }
  }
});

Deno.test("posture: several robots move each on its own", async () => {
  const base = contextOf({
    dwell: 0,
    loop: false,
    speed: 1,
    robots: { r: { targets: [[1, 1]] }, s: { targets: [[0.1]] }, absent: { targets: [[1, 2, 3, 4]] } },
  });
  const second = { name: "s", module: moduleOf([PAN]), mode: "torque" as const, periodNs: 1e6 };
  const controller = await createPostureController({ ...base, robots: [...base.robots, second] }) as PostureController;
  controller.initializeRobot(0, Float64Array.of(0, 0));
  controller.run();
  controller.initializeRobot(1, Float64Array.of(0));
  for (let i = 0; i < 3000; i++) controller.run();
  const two = new Float64Array(2), one = new Float64Array(1);
  controller.command(0, "position", two);
  controller.command(1, "position", one);
  assert.deepEqual([[...two], [...one]], [[1, 1], [0.1]]);
});

Deno.test("posture: a section that does not fit is refused with everything that is wrong", async () => {
  const section = {
    dwell: -1,
    loop: "yes",
    speed: 1.5,
    robots: { r: { targets: [[1], [9, 0], [0, NaN]] } },
  };
  await assert.rejects(postureOf(section), (error) => {
    assert.ok(error instanceof ControllerError);
    assert.equal(error.controller, "posture");
    for (
      const part of [
        "Posture.dwell is -1",
        'Posture.loop is "yes"',
        "Posture.speed is 1.5",
        "Posture.robots.r.targets[0] has 1 values, wanted 2 (pan, lift)",
        "Posture.robots.r.targets[1][0] ('pan') is 9, the module allows -3 to 3",
        "Posture.robots.r.targets[2][1] ('lift') is NaN",
      ]
    ) assert.ok(error.message.includes(part), `${part} in ${error.message}`);
    return true;
  });
  await assert.rejects(postureOf([]), /Posture is \[\], wanted a map/);
  await assert.rejects(postureOf({ robots: { r: {} } }), /Posture.robots.r.targets is missing/);
});
