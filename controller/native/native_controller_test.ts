import assert from "node:assert/strict";
import { buildController } from "../../tests/kit/build_controller.ts";
import type { ControlMode } from "../../schemas/control_mode.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import { robotModuleToPlain } from "../../schemas/robot_module_to_plain.ts";
import { ControllerError } from "../controller_error.ts";
import type { RobotController, RobotControllerContext } from "../robot_controller.ts";
import { loadNativeController } from "./load_native_controller.ts";

const ignore = buildController.isMissing();
const Q = Float64Array.of(0.5, -0.25, 1);

const MODULE: RobotModule = {
  name: "M",
  joints: ["rail", "shoulder", "elbow"].map((name, index) => ({
    name,
    type: index === 0 ? "prismatic" : "revolute",
    lower: -Infinity,
    upper: 2,
    velocity: 1,
    acceleration: Infinity,
    effort: 50,
  })),
  grippers: [{ name: "hand", joints: ["elbow"] }],
  bodySensors: ["chest", "hip"],
  forceSensors: ["wrist"],
  posture: [0, 1, 0],
};

function contextOf(script: Record<string, unknown>, mode: ControlMode = "position"): RobotControllerContext {
  return {
    timeStepNs: 5e6,
    robots: [{ name: "arm", module: MODULE, mode, periodNs: 1e6 }],
    configuration: { Scripted: script },
  };
}

async function create(script: Record<string, unknown> = {}): Promise<RobotController> {
  return await loadNativeController("scripted", await buildController.build("scripted.cpp"))(contextOf(script));
}

/** One that runs. */
async function running(script: Record<string, unknown> = {}): Promise<RobotController> {
  const controller = await create(script);
  controller.initializeRobots();
  controller.start();
  controller.setEncoderValues(0, Q, 3);
  assert.equal(controller.initializeRobot(0, Q), 0);
  return controller;
}

function commandOf(controller: RobotController): number[] | undefined {
  const into = new Float64Array(3).fill(7);
  return controller.command(0, "position", into) < 0 ? undefined : [...into];
}

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name: `native controller: ${name}`, ignore, sanitizeResources: false, fn });
}

test("what its constructor throws is the reason that it cannot be created", async () => {
  for (
    const [how, text] of [
      ["throw", "scripted failure in create"],
      ["throw int", "an exception that is no std::exception"],
      ["throw text", "a bare text"],
    ]
  ) {
    await assert.rejects(create({ where: "create", how }), (error) => {
      assert.ok(error instanceof ControllerError);
      assert.equal(error.message, `Controller backend 'scripted' returned a null controller: ${text}`);
      return true;
    });
  }
});

test("a section that is wrong is refused with its path", async () => {
  await assert.rejects(create({ speed: "fast" }), /: Scripted\.speed: is the text 'fast', wanted a number$/);
  await assert.rejects(create({ speed: [1] }), /: Scripted\.speed: is a list of 1, wanted a number$/);
  await assert.rejects(create({ where: 0.125 }), /: Scripted\.where: is the number 0\.125, wanted a text$/);
});

test("it is told everything of its robots, and finds the same in the configuration", async () => {
  const robot = "arm: M, velocity, 0.001 s, rail [m] -inf 2 1 inf 50 at 0, shoulder [rad] -inf 2 1 inf 50 at 1, " +
    "elbow [rad] -inf 2 1 inf 50 at 0, body sensor chest, body sensor hip, force sensor wrist, gripper hand of elbow=2";
  for (const how of ["describe", "describe configuration"]) {
    const context = contextOf({ how }, "velocity");
    const entry = { controller: { mode: "velocity", time_step: 0.001 }, robot_module: robotModuleToPlain(MODULE) };
    const configuration = { ...context.configuration, Timestep: 0.005, Robots: { arm: entry }, Note: 'é"\\\n\u0001𝄞' };
    const factory = loadNativeController("scripted", await buildController.build("scripted.cpp"));
    await assert.rejects(factory({ ...context, configuration }), {
      message: `Controller backend 'scripted' returned a null controller: 0.005 s; ${robot}`,
    });
  }
});

test("one of another period than the manager's is refused with both", async () => {
  await assert.rejects(
    create({ time_step: 0.002 }),
    /timeStep\(\) is 0\.002 s, wanted the Timestep of the configuration, 0\.005 s; give both the same$/,
  );
});

test("what start() and initializeRobots() throw is thrown on", async () => {
  const first = await create({ where: "initializeRobots" });
  assert.throws(() => first.initializeRobots(), {
    message:
      "Cannot initialize the robots of the controller 'scripted': initializeRobots(): scripted failure in initializeRobots",
  });
  const second = await create({ where: "start" });
  assert.throws(() => second.start(), /Cannot start the controller 'scripted': start\(\): scripted failure in start$/);
  assert.equal(second.isRunning(), false);
  const third = await create({ how: "stay" });
  assert.throws(
    () => third.start(),
    /Cannot start the controller 'scripted': isRunning\(\) is false after start\(\), wanted true/,
  );
});

test("what run() throws is a failure of run(), with its text", async () => {
  const controller = await running({ where: "run", at: 3 });
  assert.equal(controller.run() + controller.run(), 0);
  assert.ok(controller.run() < 0);
  assert.equal(controller.lastError(), "run(): scripted failure in run");
});

test("measurements that it does not take fail the next run(), with call, robot and sensor", async () => {
  const three = new Float64Array(3);
  const give: Record<string, (controller: RobotController) => void> = {
    setEncoderVelocities: (controller) => controller.setEncoderVelocities(0, Q, 3),
    setJointTorques: (controller) => controller.setJointTorques(0, Q, 3),
    setBodySensor: (controller) => controller.setBodySensor(0, 1, new Float64Array(4), three, three),
    setForceSensor: (controller) => controller.setForceSensor(0, 0, three, three),
  };
  for (const [where, write] of Object.entries(give)) {
    const controller = await running({ where, how: "throw once" });
    assert.equal(controller.run(), 0);
    write(controller);
    assert.ok(controller.run() < 0, where);
    const sensor = { setBodySensor: ", 'hip'", setForceSensor: ", 'wrist'" }[where] ?? "";
    assert.equal(controller.lastError(), `${where}('arm'${sensor}): scripted failure in ${where}`);
  }
});

test("a wrong number of joints is refused with both numbers", async () => {
  const controller = await running();
  controller.setEncoderValues(0, Q, 2);
  assert.ok(controller.run() < 0);
  assert.equal(controller.lastError(), "set_state('arm'): it carries 2 joints, wanted 3");
  controller.setEncoderValues(0, Q, 3);
  assert.equal(controller.run(), 0, "and the next right one is taken");
});

test("a sensor that the robot does not have is left alone", async () => {
  const controller = await running({ where: "setForceSensor" });
  for (const index of [-1, 1, 1e9]) controller.setForceSensor(0, index, new Float64Array(3), new Float64Array(3));
  assert.equal(controller.run(), 0);
});

test("sensors reach it with their values, once", async () => {
  const controller = await running({ how: "echo" });
  const [angular, linear] = [Float64Array.of(4, 5, 6), Float64Array.of(7, 8, 9)];
  controller.setBodySensor(0, 1, Float64Array.of(0.5, 0.1, 0.2, 0.25), angular, linear);
  controller.run();
  assert.deepEqual(commandOf(controller), [0.5, 0.25, 9]);
  controller.setForceSensor(0, 0, Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6));
  controller.run();
  assert.deepEqual(commandOf(controller), [1, 3, 6]);
  controller.setBodySensor(0, 1, Float64Array.of(0.75, 0, 0, 0.125), angular, linear);
  controller.setEncoderValues(0, Q, 3);
  controller.run();
  assert.deepEqual(commandOf(controller), [0.75, 0.125, 9], "the force sensor is not handed over again");
});

test("a robot that it does not take as a start is refused with the text, and may be there with the next State", async () => {
  const controller = await create({ where: "initializeRobot", how: "throw once" });
  controller.initializeRobots();
  controller.start();
  assert.ok(controller.initializeRobot(0, Q) < 0);
  assert.equal(controller.lastError(), "initializeRobot('arm'): scripted failure in initializeRobot");
  assert.equal(commandOf(controller), undefined);
  assert.equal(controller.initializeRobot(0, Q), 0);
  assert.deepEqual(commandOf(controller), [...Q]);
});

test("a position that is not finite never reaches it", async () => {
  const controller = await running();
  assert.ok(controller.initializeRobot(0, Float64Array.of(0, 1, NaN)) < 0);
  assert.match(
    controller.lastError(),
    /^Cannot initialize robot 'arm': the measured position of joint 'elbow' is not a finite/,
  );
  assert.ok(controller.initializeRobot(0, Float64Array.of(0, 1)) < 0);
  assert.equal(commandOf(controller), undefined);
});

test("a command of the wrong length, or none, is no command, and fails the next run()", async () => {
  for (
    const [how, text] of [
      ["short", "command('arm'): it returned 2 values, wanted 3, one for each joint"],
      ["throw", "command('arm'): scripted failure in command"],
    ]
  ) {
    const controller = await running({ where: "command", how, at: 2 });
    assert.equal(controller.run(), 0);
    assert.deepEqual(commandOf(controller), [...Q]);
    assert.equal(controller.run(), 0);
    assert.equal(commandOf(controller), undefined);
    assert.ok(controller.run() < 0);
    assert.equal(controller.lastError(), text);
  }
});

test("it may stop by itself", async () => {
  const controller = await running({ where: "run", how: "stop", at: 2 });
  assert.equal(controller.run(), 0);
  assert.equal(controller.isRunning(), true);
  assert.equal(controller.run(), 0);
  assert.equal(controller.isRunning(), false);
});

test("stop() tells what it throws, frees it all the same, and nothing can be done with it afterwards", async () => {
  const controller = await running({ where: "stop" });
  assert.throws(() => controller.stop(), /Cannot stop the controller 'scripted': stop\(\): scripted failure in stop$/);
  assert.equal(controller.isRunning(), false);
  assert.ok(controller.run() < 0);
  assert.equal(commandOf(controller), undefined);
  assert.ok(controller.initializeRobot(0, Q) < 0);
  assert.throws(() => controller.start(), /Cannot start the controller 'scripted': it was stopped before/);
  controller.stop();
});

test("the text of a failure is there after it was stopped", async () => {
  const controller = await running({ where: "run" });
  assert.ok(controller.run() < 0);
  controller.stop();
  assert.equal(controller.lastError(), "run(): scripted failure in run");
});

test("runs and commands need no memory of this side", async () => {
  const controller = await running({ speed: 0.1 });
  const into = new Float64Array(3);
  const run = (times: number) => {
    for (let i = 0; i < times; i++) {
      controller.setEncoderValues(0, Q, 3);
      controller.setEncoderVelocities(0, Q, 3);
      controller.setForceSensor(0, 0, Q, Q);
      if (controller.run() + controller.command(0, "position", into) !== 0) return false;
    }
    return true;
  };
  assert.ok(run(50_000)); // until the compiler has done its work
  const before = Deno.memoryUsage().heapUsed;
  assert.ok(run(20_000));
  const grown = Deno.memoryUsage().heapUsed - before;
  assert.ok(grown < 20_000, `${grown} bytes in 20000 runs`);
});

test("what the command of a controller in C leaves unwritten is NaN, never what was there before", async () => {
  for (const written of [0, 1]) {
    const library = await buildController.build("plain.c", `WRITTEN=${written}`, "WRITES_LESS_FROM=1");
    const controller = await loadNativeController("plain", library)(contextOf({}));
    controller.initializeRobots();
    controller.start();
    assert.equal(controller.initializeRobot(0, Q), 0);
    assert.deepEqual(commandOf(controller), [...Q]);
    assert.equal(controller.run(), 0);
    assert.deepEqual(commandOf(controller), [...Q].map((value, i) => i < written ? value : NaN));
    assert.ok(
      controller.command(0, "position", new Float64Array(2)) < 0,
      "a buffer that is too short is not written to",
    );
    controller.stop();
  }
});

test("what fails without a text is told with its code, and one whose state cannot be told does not run", async () => {
  const cases: [string, string][] = [
    ["INITIALIZE_ROBOTS", "Cannot initialize the robots of the controller 'plain': it failed with code -5 and no text"],
    ["START", "Cannot start the controller 'plain': it failed with code -5 and no text"],
    ["IS_RUNNING", "Cannot start the controller 'plain': is_running failed with code -5 and no text"],
    ["STOP", "Cannot stop the controller 'plain': it failed with code -5 and no text"],
  ];
  for (const [what, message] of cases) {
    const library = await buildController.build("plain.c", `CODE_OF_${what}=-5`);
    const controller = await loadNativeController("plain", library)(contextOf({}));
    assert.throws(() => {
      controller.initializeRobots();
      controller.start();
      controller.stop();
    }, { message });
    assert.equal(controller.isRunning(), false);
  }
});

test("what timeStep() and isRunning() throw is told", async () => {
  await assert.rejects(create({ where: "timeStep" }), {
    message: "Cannot ask the controller 'scripted' for its period: timeStep(): scripted failure in timeStep",
  });
  const controller = await create({ where: "isRunning" });
  assert.throws(() => controller.start(), {
    message: "Cannot start the controller 'scripted': isRunning(): scripted failure in isRunning",
  });
  const later = await running({ where: "isRunning", at: 2 });
  assert.ok(later.run() < 0);
  assert.equal(later.lastError(), "isRunning(): scripted failure in isRunning");
});
