import assert from "node:assert/strict";
import fc from "fast-check";
// @ts-types="@types/three"
import { Object3D, Vector3 } from "three";
import { mapJoints } from "../../drivers/mujoco/joint_map.ts";
import { jointTies } from "../../drivers/mujoco/joint_ties.ts";
import { loadMujocoEngine } from "../../drivers/mujoco/load_mujoco_engine.ts";
import { openMujocoModel } from "../../drivers/mujoco/mujoco_model.ts";
import { startPose } from "../../drivers/mujoco/start_pose.ts";
import { projectRoot } from "../../tools/project_root.ts";
import { ARM7_GRIPPER } from "../../robots/arm7_gripper.ts";
import { UR5E } from "../../robots/ur5e.ts";
import type { RobotModule } from "../../schemas/robot_module.ts";
import type { ModelGeometry } from "../geometry/model_geometry.ts";
import { readGeometry } from "../geometry/read_geometry.ts";
import { bodyPose } from "./body_pose.ts";

/** Where all bodies are in the world, as the page computes it from joint positions. */
function positionsOf({ bodies }: ModelGeometry, q: readonly number[]): Vector3[] {
  const objects = bodies.map(() => new Object3D());
  bodies.forEach((body, index) => {
    if (body.parent >= 0) objects[body.parent].add(objects[index]);
    bodyPose(objects[index], body, ({ robot, joint, scale, offset }) => robot < 0 ? offset : scale * q[joint] + offset);
  });
  objects[0].updateMatrixWorld(true);
  return objects.map((object) => new Vector3().setFromMatrixPosition(object.matrixWorld));
}

async function agrees(file: string, module: RobotModule): Promise<void> {
  const geometry = await readGeometry({ kind: "mjcf", file, module, robot: 0 });
  const engine = await loadMujocoEngine();
  const model = openMujocoModel(engine, file);
  const map = mapJoints(model, module);
  const ties = jointTies(model, map);
  const angles = fc.tuple(...module.joints.map(() => fc.double({ min: -3, max: 3, noNaN: true })));
  fc.assert(
    fc.property(angles, (q) => {
      startPose(model, map);
      const qpos = model.simulation.state("qpos");
      for (const [joint, tie] of ties) {
        qpos[model.simulation.integers("jnt_qposadr")[joint]] = tie.scale * q[tie.module] + tie.offset;
      }
      model.simulation.kinematics();
      const wanted = model.simulation.state("xpos");
      positionsOf(geometry, q).forEach((found, body) =>
        found.toArray().forEach((value, axis) =>
          assert.ok(Math.abs(value - wanted[3 * body + axis]) < 1e-9, `${model.bodies[body]}: ${value}`)
        )
      );
    }),
    { numRuns: 50 },
  );
  model.simulation.close();
}

Deno.test("bodies stand where MuJoCo has them, whatever the joint positions: UR5e", () =>
  agrees(`${projectRoot()}/examples/ur5e/ur5e.xml`, UR5E));

Deno.test("bodies stand where MuJoCo has them: an arm with a gripper of sliding fingers", () =>
  agrees(`${projectRoot()}/examples/arm7_gripper/arm7_gripper.xml`, ARM7_GRIPPER));

Deno.test("bodies stand where MuJoCo has them: anchors off the origin, references, tied and loose joints", async () => {
  const folder = Deno.makeTempDirSync();
  try {
    Deno.writeTextFileSync(
      `${folder}/odd.xml`,
      `<mujoco>
      <compiler angle="radian"/>
      <worldbody>
        <body name="a" pos="0.1 0.2 0.3" quat="0.9 0.1 0.2 0.3">
          <joint name="one" axis="1 2 3" pos="0.1 -0.2 0.05" ref="0.4"/>
          <joint name="slide" type="slide" axis="0 1 1" ref="0.1"/>
          <geom type="box" size="0.1 0.1 0.1"/>
          <body name="b" pos="0 0 0.4">
            <joint name="two" axis="0 1 0" pos="0 0 0.1"/>
            <geom type="sphere" size="0.1"/>
            <body name="c" pos="0.2 0 0"><joint name="tied" axis="1 0 0"/><geom type="sphere" size="0.1"/></body>
            <body name="d" pos="0 0.2 0"><joint name="loose" axis="1 0 0"/><geom type="sphere" size="0.1"/></body>
          </body>
        </body>
        <body name="free" pos="1 2 3" quat="1 1 0 0"><freejoint/><geom type="sphere" size="0.1"/></body>
        <body name="ball" pos="0 -1 0"><joint type="ball"/><geom type="sphere" size="0.1"/></body>
      </worldbody>
      <equality><joint joint1="tied" joint2="two" polycoef="0.1 -0.5 0 0 0"/></equality>
      <keyframe><key qpos="0 0 0 0 0.7 2 1 3 0 1 0 0 0 0 1 0"/></keyframe>
    </mujoco>`,
    );
    const joints = ["two", "one", "slide"].map((name) => ({
      ...UR5E.joints[0],
      name,
      type: name === "slide" ? "prismatic" as const : "revolute" as const,
    }));
    await agrees(`${folder}/odd.xml`, { ...UR5E, joints, posture: [0, 0, 0] });
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
});
