import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { ARM7_GRIPPER } from "../../../robots/arm7_gripper.ts";
import { UR5E } from "../../../robots/ur5e.ts";
import type { ControlMode } from "../../../schemas/control_mode.ts";
import type { RobotModule } from "../../../schemas/robot_module.ts";
import type { RobotState } from "../../../schemas/robot_state.ts";
import { TestRobot } from "../test_robot.ts";
import { TestWorld } from "./test_world.ts";

const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));
const MS = 1e6;
const LENGTH_NS = 800 * MS;

/** A robot of the scene. */
interface Case {
  readonly file: string;
  readonly module: RobotModule;
  readonly mode: ControlMode;
  readonly periodNs: number;
}

const UR = { file: `${EXAMPLES}ur5e/ur5e.xml`, module: UR5E };
const ARM7 = { file: `${EXAMPLES}arm7_gripper/arm7_gripper.xml`, module: ARM7_GRIPPER };
const CASES: readonly Case[] = [
  { ...UR, mode: "position", periodNs: MS },
  { ...UR, mode: "velocity", periodNs: 2 * MS },
  { ...UR, mode: "torque", periodNs: 4 * MS },
  { ...ARM7, mode: "position", periodNs: 8 * MS },
  { ...ARM7, mode: "velocity", periodNs: MS },
  { ...ARM7, mode: "torque", periodNs: 2 * MS },
];

/** A command that moves each joint otherwise; `start`: where it stands. */
function command({ mode, module }: Case, start: readonly number[], timeNs: number): number[] {
  const seconds = timeNs / 1e9;
  return module.joints.map(({ type, effort }, joint) => {
    const wave = Math.sin((3 + joint) * seconds);
    if (mode === "position") return start[joint] + (type === "revolute" ? 0.2 : -0.01) * wave;
    if (mode === "velocity") return (type === "revolute" ? 0.4 : -0.01) * wave;
    return 0.02 * effort * wave;
  });
}

/** All that a State has, as numbers. */
function numbers({ position, velocity, torque, bodySensors, forceSensors }: RobotState): number[] {
  return [
    ...[position, velocity, torque].flatMap((values) => [...values]),
    ...bodySensors.flatMap((each) => [...each.orientation, ...each.angularVelocity, ...each.linearAcceleration]),
    ...forceSensors.flatMap(({ force, torque }) => [...force, ...torque]),
  ];
}

/** The States of a robot that is simulated alone, after each of its periods. */
async function alone(robot: Case): Promise<number[][]> {
  const { file, module, mode, periodNs } = robot;
  using one = await TestRobot.open({ path: file, module, mode, periodNs });
  one.driver.readState(one.state);
  const start = one.q;
  const states: number[][] = [];
  for (let timeNs = 0; timeNs < LENGTH_NS; timeNs += periodNs) {
    states.push(numbers(one.run(periodNs / 1e9, command(robot, start, timeNs), mode)));
  }
  return states;
}

Deno.test("robots of three modes and four periods move in one world as each does alone, period by period", async () => {
  const wanted = await Promise.all(CASES.map(alone));
  using scene = await TestWorld.open({
    robots: CASES.map(({ file, module, periodNs }, index) => ({ file, module, periodNs, position: [5 * index, 0, 0] })),
  });
  const driven = await Promise.all(CASES.map(({ mode }, index) => scene.drive(index, mode)));
  const starts = driven.map(({ read }) => [...read().position]);
  const worst = CASES.map(() => 0);
  for (let timeNs = 0; timeNs < LENGTH_NS; timeNs += scene.world.stepNs) {
    CASES.forEach((robot, index) => {
      if (timeNs % robot.periodNs !== 0) return;
      const { driver, read } = driven[index];
      if (timeNs > 0) compare(index, read(), timeNs / robot.periodNs - 1);
      const values = Float64Array.from(command(robot, starts[index], timeNs));
      const send = { position: "servoJ", velocity: "speedJ", torque: "tauJ" } as const;
      assert.equal(driver[send[robot.mode]](values), 0, driver.lastError());
    });
    scene.world.advance(1);
  }
  driven.forEach(({ read }, index) => compare(index, read(), wanted[index].length - 1));
  // They have moved, each in its own way.
  driven.forEach(({ read }, index) => assert.ok(Math.abs(read().position[0] - starts[index][0]) > 1e-3, `${index}`));
  assert.ok(Math.max(...worst) < 1e-6, worst.join(" "));

  function compare(index: number, state: RobotState, period: number) {
    const expected = wanted[index][period];
    const found = numbers(state);
    assert.equal(found.length, expected.length);
    found.forEach((value, i) => {
      worst[index] = Math.max(worst[index], Math.abs(value - expected[i]) / (1 + Math.abs(expected[i])));
    });
  }
});
