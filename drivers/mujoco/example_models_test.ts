import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import type { ControlMode } from "../../schemas/control_mode.ts";
import { ARM7_GRIPPER } from "../../robots/arm7_gripper.ts";
import { BUILT_IN_ROBOT_MODULES } from "../../robots/built_in_robot_modules.ts";
import { UR5E } from "../../robots/ur5e.ts";
import { openMujocoModel } from "./mujoco_model.ts";
import { testEngine } from "./test_engine.ts";
import { TestRobot } from "./test_robot.ts";

const ROOT = fileURLToPath(new URL("../../examples/", import.meta.url));
const EXAMPLES = [[`${ROOT}ur5e/ur5e.xml`, UR5E], [`${ROOT}arm7_gripper/arm7_gripper.xml`, ARM7_GRIPPER]] as const;
const SEND: Record<ControlMode, number> = { position: 1, velocity: 0, torque: 0 };

/** Published Denavit-Hartenberg parameters of the UR5e: d, a, alpha. */
const DH = [
  [0.1625, 0, Math.PI / 2],
  [0, -0.425, 0],
  [0, -0.3922, 0],
  [0.1333, 0, Math.PI / 2],
  [0.0997, 0, -Math.PI / 2],
  [0.0996, 0, 0],
];

/** Rotation (row by row) and position of the flange. */
function forwardKinematics(q: readonly number[]): { rotation: number[]; position: number[] } {
  let r = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const p = [0, 0, 0];
  DH.forEach(([d, a, alpha], i) => {
    const [c, s, ca, sa] = [Math.cos(q[i]), Math.sin(q[i]), Math.cos(alpha), Math.sin(alpha)];
    const step = [a * c, a * s, d];
    const turn = [c, -s * ca, s * sa, s, c * ca, -c * sa, 0, sa, ca];
    const [old, row] = [r, [0, 3, 6]];
    for (let k = 0; k < 3; k++) p[k] += row.reduce((sum, _, m) => sum + old[row[k] + m] * step[m], 0);
    r = row.flatMap((k) =>
      [0, 1, 2].map((m) => old[k] * turn[m] + old[k + 1] * turn[3 + m] + old[k + 2] * turn[6 + m])
    );
  });
  return { rotation: r, position: p };
}

Deno.test("the UR5e's flange is where its Denavit-Hartenberg parameters put it", async () => {
  const engine = await testEngine.load();
  const { simulation, sites } = openMujocoModel(engine, EXAMPLES[0][0]);
  const flange = sites.indexOf("tool_force");
  const angle = fc.double({ min: -2 * Math.PI, max: 2 * Math.PI, noNaN: true });
  fc.assert(fc.property(fc.array(angle, { minLength: 6, maxLength: 6 }), (q) => {
    simulation.state("qpos").set(q);
    simulation.kinematics();
    const [positions, turns] = [simulation.state("site_xpos"), simulation.state("site_xmat")];
    const wanted = forwardKinematics(q);
    for (let k = 0; k < 3; k++) assert.ok(Math.abs(positions[3 * flange + k] - wanted.position[k]) < 1e-9);
    for (let k = 0; k < 9; k++) assert.ok(Math.abs(turns[9 * flange + k] - wanted.rotation[k]) < 1e-9);
  }));
  simulation.close();
});

for (const [path, module] of EXAMPLES) {
  for (const mode of ["position", "velocity", "torque"] as const) {
    Deno.test(`example ${module.name}, ${mode} mode: starts at the module's posture, and stays there`, async () => {
      using robot = await TestRobot.open({ path, module, mode });
      assert.deepEqual(robot.warnings, []);
      for (const command of [undefined, module.posture.map((q) => q * SEND[mode])]) {
        robot.run(1, command, mode);
        robot.q.forEach((q, joint) => assert.ok(Math.abs(q - module.posture[joint]) < 1e-4));
      }
      assert.ok(robot.state.bodySensors[0].present && robot.state.forceSensors[0].present);
    });
  }

  Deno.test(`example ${module.name}: positions are reached within 1 mrad, torques stay within the module's effort`, async () => {
    using robot = await TestRobot.open({ path, module });
    const target = module.joints.map(({ lower, upper }, joint) =>
      Math.max(lower, Math.min(upper, module.posture[joint] + 0.02 * (joint + 1)))
    );
    for (let cycle = 0; cycle < 1500; cycle++) {
      robot.run(0.001, target);
      module.joints.forEach(({ effort }, joint) => assert.ok(Math.abs(robot.state.torque[joint]) <= effort + 1e-9));
    }
    robot.q.forEach((q, joint) =>
      assert.ok(Math.abs(q - target[joint]) < 1e-3, `joint ${joint}: ${q}, ${target[joint]}`)
    );
  });
}

Deno.test("the hand's force sensor weighs the gripper", async () => {
  using robot = await TestRobot.open({ path: EXAMPLES[1][0], module: ARM7_GRIPPER });
  robot.run(0.1);
  assert.ok(Math.abs(Math.hypot(...robot.state.forceSensors[0].force) - 0.6 * 9.81) < 1e-3);
});

Deno.test("built-in modules are known by their name and make sense", () => {
  assert.deepEqual([...BUILT_IN_ROBOT_MODULES.keys()], ["UR5e", "Arm7Gripper"]);
  for (const [name, { joints, posture, grippers, ...module }] of BUILT_IN_ROBOT_MODULES) {
    assert.equal(module.name, name);
    assert.equal(new Set(joints.map((joint) => joint.name)).size, joints.length);
    assert.equal(posture.length, joints.length);
    joints.forEach(({ lower, upper }, joint) => assert.ok(lower <= posture[joint] && posture[joint] <= upper));
    for (const joint of grippers.flatMap((gripper) => gripper.joints)) {
      assert.ok(joints.some((known) => known.name === joint));
    }
  }
});
