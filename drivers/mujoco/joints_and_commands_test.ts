import assert from "node:assert/strict";
import type { ControlMode } from "../../schemas/control_mode.ts";
import { TestRobot } from "./test_robot.ts";

const MODES: readonly ControlMode[] = ["position", "velocity", "torque"];
const NAMES = ["pan", "lift", "elbow", "w1", "w2", "w3"];

/** Six hinges, the elbow declared first, actuators in a third order; a free and a ball joint come before them if wanted. */
function shuffledArm(before = "", qposBefore = ""): string {
  const axes: Record<string, string> = {
    pan: "0 0 1",
    lift: "0 1 0",
    elbow: "0 1 0",
    w1: "0 1 0",
    w2: "0 0 1",
    w3: "1 0 0",
  };
  const order = ["elbow", "w2", "pan", "w3", "lift", "w1"];
  const start: Record<string, number> = Object.fromEntries(NAMES.map((name, i) => [name, (i + 1) / 10]));
  const bodies = order.map((name, i) => `
    <body pos="${i} 0 1"><joint name="${name}" axis="${axes[name]}" range="-3 3"/>
      <inertial pos="0.1 0 0" mass="1" diaginertia="0.02 0.02 0.02"/></body>`).join("");
  const actuators = ["w3", "pan", "w1", "elbow", "w2", "lift"].map((name) =>
    `<position joint="${name}" kp="4000" kv="80"/>`
  ).join("");
  return `<mujoco><compiler angle="radian"/><option timestep="0.001" integrator="implicitfast"/>
    <worldbody>${before}${bodies}</worldbody><actuator>${actuators}</actuator>
    <keyframe><key name="other" time="1"/>
      <key name="home" qpos="${qposBefore} ${order.map((name) => start[name]).join(" ")}"/></keyframe></mujoco>`;
}

const LOOSE = `<body pos="9 9 9"><freejoint/><geom size="0.1"/></body>
  <body pos="5 5 5"><joint name="ball" type="ball"/><geom size="0.1" pos="0 0 -0.1"/></body>`;

function assertNear(actual: readonly number[], wanted: readonly number[], tolerance: number): void {
  actual.forEach((value, i) =>
    assert.ok(Math.abs(value - wanted[i]) <= tolerance, `value ${i}: ${value} is not ${wanted[i]} ± ${tolerance}`)
  );
}

for (
  const [title, xml] of [["alone", shuffledArm()], [
    "after a free and a ball joint",
    shuffledArm(LOOSE, "9 9 9 1 0 0 0 1 0 0 0"),
  ]]
) {
  Deno.test(`joints in another order than the module's, ${title}: each command moves its joint only`, async () => {
    using robot = await TestRobot.open({ xml, module: NAMES });
    const start = NAMES.map((_, i) => (i + 1) / 10);
    robot.run(0.5);
    assertNear(robot.q, start, 1e-6);
    robot.run(0.5, start);
    const rest = robot.q;
    assertNear(rest, start, 2e-3);
    for (let joint = 0; joint < NAMES.length; joint++) {
      const target = start.map((q, i) => i === joint ? q + 0.01 : q);
      robot.run(0.5, target);
      assertNear(robot.q, rest.map((q, i) => i === joint ? q + 0.01 : q), 1e-4);
    }
  });
}

const HEAVY_ARM = (extra: string) =>
  `<mujoco><compiler angle="radian"/><option timestep="0.0005"/><worldbody>
    <body><joint name="a" axis="0 1 0" damping="0.1"/><geom type="capsule" fromto="0 0 0 0.5 0 0" size="0.04" mass="4"/>
      <body pos="0.5 0 0"><joint name="b" axis="0 1 0" damping="0.1"/>
        <geom type="capsule" fromto="0 0 0 0.4 0 0" size="0.03" mass="2"/></body></body>
  </worldbody>${extra}<keyframe><key name="home" qpos="0.3 -0.7"/></keyframe></mujoco>`;
const ACTUATORS: Record<string, string> = {
  none: "",
  position: `<actuator><position joint="a" kp="300"/><position joint="b" kp="300"/></actuator>`,
  velocity: `<actuator><velocity joint="a" kv="20"/><velocity joint="b" kv="20"/></actuator>`,
  "integrated velocity":
    `<actuator><intvelocity joint="a" kp="5000" kv="200" actrange="-3 3"/><intvelocity joint="b" kp="5000" kv="200" actrange="-3 3"/></actuator>`,
  motor: `<actuator><motor joint="a"/><motor joint="b"/></actuator>`,
};

for (const [kind, actuators] of Object.entries(ACTUATORS)) {
  for (const mode of MODES) {
    Deno.test(`start pose is held against gravity until the first command: ${kind} actuators, ${mode} mode`, async () => {
      using robot = await TestRobot.open({ xml: HEAVY_ARM(actuators), module: ["a", "b"], mode });
      for (let i = 0; i < 30; i++) {
        robot.run(0.1);
        assertNear(robot.q, [0.3, -0.7], 1e-4);
        assertNear([...robot.state.velocity], [0, 0], 1e-3);
      }
    });
  }
}

Deno.test("without actuators, position commands are reached against gravity and reported torques carry the weight", async () => {
  using robot = await TestRobot.open({ xml: HEAVY_ARM(""), module: ["a", "b"] });
  const target = [-0.4, 0.5];
  robot.run(1.5, target);
  assertNear(robot.q, target, 1e-6);
  const g = 9.81;
  const lower = -g * 2 * 0.2 * Math.cos(0.1);
  const upper = lower - g * 4 * 0.25 * Math.cos(-0.4) - g * 2 * 0.5 * Math.cos(-0.4);
  assertNear([...robot.state.torque], [upper, lower], 1e-3);
  assert.match(robot.log.join("\n"), /no position actuator, so the driver acts on the joint: a, b/);
});

for (const kind of ["none", "position", "integrated velocity"]) {
  Deno.test(`velocity commands are followed: ${kind} actuators`, async () => {
    using robot = await TestRobot.open({ xml: HEAVY_ARM(ACTUATORS[kind]), module: ["a", "b"], mode: "velocity" });
    robot.run(0.5, [0.2, -0.3], "velocity");
    assertNear([...robot.state.velocity], [0.2, -0.3], kind === "integrated velocity" ? 0.02 : 2e-3);
    const before = robot.q;
    robot.run(0.5, [0.2, -0.3], "velocity");
    assertNear(robot.q, [before[0] + 0.1, before[1] - 0.15], 5e-3);
  });
}

Deno.test("velocity actuators without gravity follow exactly", async () => {
  const xml = HEAVY_ARM(ACTUATORS.velocity).replace("<option ", `<option gravity="0 0 0" integrator="implicitfast" `)
    .replaceAll('damping="0.1"', "").replaceAll('kv="20"', 'kv="200"');
  using robot = await TestRobot.open({ xml, module: ["a", "b"], mode: "velocity" });
  robot.run(1, [0.5, 0.25], "velocity");
  assertNear([...robot.state.velocity], [0.5, 0.25], 0.02);
  assert.equal(robot.log.join("\n").includes("the driver acts"), false);
});

for (const kind of ["none", "position", "velocity", "motor"]) {
  Deno.test(`torque commands reach the joint exactly, other actuators are off: ${kind} actuators`, async () => {
    using robot = await TestRobot.open({ xml: HEAVY_ARM(ACTUATORS[kind]), module: ["a", "b"], mode: "torque" });
    // The torque that carries the weight in the start pose keeps the arm there.
    const g = 9.81;
    const lower = -g * 2 * 0.2 * Math.cos(-0.4);
    const upper = lower - g * 4 * 0.25 * Math.cos(0.3) - g * 2 * 0.5 * Math.cos(0.3);
    robot.run(0.5, [upper, lower], "torque");
    assertNear(robot.q, [0.3, -0.7], 1e-6);
    robot.run(0.001, [upper + 1, lower - 2], "torque");
    assertNear([...robot.state.torque], [upper + 1, lower - 2], 1e-9);
  });
}

Deno.test("commands that are too short, not finite or of another mode are faults with a text", async () => {
  using robot = await TestRobot.open({ xml: HEAVY_ARM(""), module: ["a", "b"] });
  assert.ok(robot.driver.servoJ(new Float64Array(1)) < 0);
  assert.match(robot.driver.lastError(), /2 finite values were wanted/);
  assert.ok(robot.driver.servoJ(Float64Array.of(0, NaN)) < 0);
  assert.ok(robot.driver.tauJ(new Float64Array(2)) < 0);
  assert.match(robot.driver.lastError(), /of another mode than position/);
});

Deno.test("divergence is a fault that names joint and time, and is not reset", async () => {
  const xml = `<mujoco><option timestep="0.001"/><worldbody><body><joint name="a"/><geom size="0.1"/>
    <body pos="0.1 0 0"><joint name="b"/><geom size="0.1" pos="0.1 0 0"/></body></body></worldbody></mujoco>`;
  using robot = await TestRobot.open({ xml, module: ["a", "b"], mode: "torque" });
  robot.run(0.01, [0, 0], "torque");
  assert.throws(
    () => robot.run(1, [0, 1e300], "torque"),
    /simulating .*model\.xml: the acceleration of joint [ab] is .* at 0\.0110 s/,
  );
  assert.ok(robot.driver.sync() < 0);
});
